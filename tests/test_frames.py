"Frames as people have them: what each column becomes, in encoders and in estimators."
import json, pickle, re, warnings
from datetime import date, time
from uuid import UUID

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, TargetEncoder

from cases import message
from symbayes.data import from_table
from symbayes.data.frames import FrameEncoder, _number_readings, typed
from symbayes.sklearn import BayesianFactorAnalysis, BayesianMLP, BayesianMLPClassifier, BayesianMLPRegressor

rng = np.random.default_rng(0)
n = 120
plain = rng.normal(size=(n, 3))
raw = pd.DataFrame({'area': np.where(np.arange(n)%7==0, np.nan, rng.uniform(20, 120, n)), 'city': np.where(np.arange(n)%5==0, None, rng.choice(['Oslo', 'Bergen'], n)),
    'balcony': rng.random(n)<.5, 'rooms': pd.array([1, 2, None]*(n//3), 'Int64'), 'kind': pd.Categorical(['a', 'b', 'c']*(n//3)), 'share': [f'{i%9},5 %' for i in range(n)],
    'built': pd.date_range('2000-01-01', periods=n, freq='40D')})
y = np.nan_to_num(raw.area.to_numpy(), nan=60)/10+rng.normal(size=n)
tiny = dict(max_steps=3, hidden_layer_sizes=(3,), prior=1., random_state=0, inference='variational')
both = pytest.mark.parametrize('cls', [BayesianMLPRegressor, BayesianMLPClassifier])

def targets(cls): return y if cls is BayesianMLPRegressor else np.where(y>y.mean(), 'high', 'low')

# columns by hand

columns = { # values, names of the inputs, inputs
    'integers': ([1, 2, 3], ['a'], [[1], [2], [3]]), 'floats with a hole': ([1., None, 4.], ['a', 'a (missing)'], [[1, 0], [2.5, 1], [4, 0]]),
    'truth values': ([True, False, True], ['a'], [[1], [0], [1]]), 'nullable': (pd.array([1, None, 3], 'Int64'), ['a', 'a (missing)'], [[1, 0], [2, 1], [3, 0]]),
    'nullable truth': (pd.array([True, None, False], 'boolean'), ['a', 'a (missing)'], [[1, 0], [.5, 1], [0, 0]]), 'objects': ([1, 2.5, None], ['a', 'a (missing)'], [[1, 0], [2.5, 0], [1.75, 1]]),
    'text': (['u', 'v', 'u'], ['a=u', 'a=v'], [[1, 0], [0, 1], [1, 0]]), 'text with a hole': (['u', None, ' '], ['a=(missing)', 'a=u'], [[0, 1], [1, 0], [1, 0]]),
    'category': (pd.Categorical([3, 1, 3]), ['a=1', 'a=3'], [[0, 1], [1, 0], [0, 1]]), 'sparse': (pd.arrays.SparseArray([0, 0, 2.]), ['a'], [[0], [0], [2]]), 'constant': ([5, 5, 5], ['a'], [[5], [5], [5]]),
    'durations': (pd.to_timedelta([24, 48, 12], 'h'), ['a'], [[1], [2], [.5]]), 'dates': ([date(1970, 1, 2), date(1970, 1, 3), None], ['a', 'a (missing)'], [[1, 0], [2, 0], [1.5, 1]]),
    'periods': (pd.period_range('1970-01-01', periods=3, freq='D'), ['a'], [[0], [1], [2]]), 'a zone': (pd.to_datetime(['1970-01-01 01:00+01:00', '1970-01-02 01:00+01:00', None], utc=False), ['a', 'a (missing)'], [[0, 0], [1, 0], [.5, 1]]),
    'decimal commas': (['1,5', '2,25', ''], ['a', 'a (missing)'], [[1.5, 0], [2.25, 0], [1.875, 1]]), 'percent': (['12 %', '3.5%', '(1%)'], ['a'], [[12], [3.5], [-1]]), 'dollars': (['$1,200', '-$3', '$0.5'], ['a'], [[1200], [-3], [.5]]),
    'nullable texts': (pd.array(['1,5', '2,25', None], 'string'), ['a', 'a (missing)'], [[1.5, 0], [2.25, 0], [1.875, 1]]), 'ISO dates': (['1970-01-02', None, '1970-01-04'], ['a', 'a (missing)'], [[1, 0], [2, 1], [3, 0]]), 'true and false': (['True', 'false', None], ['a', 'a (missing)'], [[1, 0], [0, 0], [.5, 1]]), 'floats of pyarrow': (pd.array([1., None, 2.], dtype=pd.ArrowDtype(pa.float64())), ['a', 'a (missing)'], [[1, 0], [1.5, 1], [2, 0]]),
}

@pytest.mark.parametrize('case', columns)
def test_each_kind_of_column(case):
    values, names, inputs = columns[case]
    frame = pd.DataFrame({'a': values})
    encoder = FrameEncoder.fit(frame)
    assert encoder.names==names and np.allclose(encoder.transform(frame), inputs)
    assert FrameEncoder.from_dict(json.loads(json.dumps(encoder.to_dict())))==encoder==pickle.loads(pickle.dumps(encoder))

def test_cycles_of_dates():
    hours = pd.DataFrame({'t': pd.date_range('2000-01-01', periods=20_000, freq='h')})
    encoder = FrameEncoder.fit(hours)
    assert encoder.columns[0].cycles==('year', 'week', 'day') and encoder.transform(hours).shape==(20_000, 7)
    day = encoder.transform(hours)[:, 5:]
    assert np.allclose(day[:24], day[24:48]) and np.allclose((day**2).sum(1), 1)
    assert FrameEncoder.fit(hours[:30]).columns[0].cycles==('day',) and FrameEncoder.fit(pd.DataFrame({'t': pd.date_range('2000', periods=9, freq='YS')})).columns[0].cycles==('week',)

def test_rare_values_are_joined_and_unseen_ones_allowed():
    frame = pd.DataFrame({'city': ['Oslo']*300+['Bergen']*200+['Moss', 'Hamar'], 'kind': ['a', 'b']*251})
    encoder = FrameEncoder.fit(frame)
    assert encoder.names==['city=Bergen', 'city=Oslo', 'city=(other)', 'kind=a', 'kind=b'] and encoder.columns[0].joined==2
    new = pd.DataFrame({'city': ['Moss', 'Paris', 'Oslo', None], 'kind': ['c', None, 'a', 'b']})
    assert encoder.transform(new).tolist()==[[0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 1, 0], [0, 0, 1, 0, 1]]
    assert 'rare values joined (city)' in encoder.said()
    assert FrameEncoder.fit(pd.DataFrame({'city': ['Oslo']*99+['Moss']})).columns[0].joined==0  # one in a hundred is not rare

@pytest.mark.parametrize('word,rows,said', [('rotary', 40, None), ('two words', 40, None), ('?', 40, "holds '?' where"), ('-', 40, "holds '-' where"), ('rotary', 8, "holds 'rotary' where"), ('4,5', 40, "and '4,5', expected one notation")])
def test_a_word_among_few_numbers_is_a_category(word, rows, said):
    frame = pd.DataFrame({'a': ['4', '6', '8', '4.5']*(rows//4)+[word]})
    if said:
        assert said in message(lambda: FrameEncoder.fit(frame))
        return
    assert FrameEncoder.fit(frame).names==[f'a={v}' for v in ('4', '4.5', '6', '8', word)]
    fit_again = FrameEncoder.fit(frame.drop_duplicates(), np.array([rows//4]*4+[1.]))
    assert fit_again.names==FrameEncoder.fit(frame).names, 'weights are repeated rows'

def test_weights_are_repeated_rows():
    weights = np.arange(n)%3
    assert FrameEncoder.fit(raw, weights).names==FrameEncoder.fit(raw.loc[raw.index.repeat(weights)]).names
    one, two = (e.transform(raw) for e in (FrameEncoder.fit(raw, weights), FrameEncoder.fit(raw.loc[raw.index.repeat(weights)])))
    assert np.allclose(one, two, rtol=1e-13)

@pytest.mark.parametrize('layout', ['C', 'F', 'list', 'float32', 'object', 'frame', 'sparse', 'csc array', 'sparse frame', 'pyarrow', 'protocol'])
def test_numbers_stay_as_they_are(layout):
    class Frame:
        "A frame of another library, known by the protocol alone"
        def __dataframe__(self, **how): return pa.Table.from_pandas(pd.DataFrame(plain, columns=list('abc'))).__dataframe__(**how)
    given = {'C': plain, 'F': np.asfortranarray(plain), 'list': plain.tolist(), 'float32': plain.astype('f'), 'object': plain.astype(object), 'frame': pd.DataFrame(plain), 'sparse': sparse.csr_matrix(plain), 'csc array': sparse.csc_array(plain),
        'sparse frame': pd.DataFrame.sparse.from_spmatrix(sparse.csr_matrix(plain)), 'pyarrow': pa.Table.from_pandas(pd.DataFrame(plain, columns=list('abc'))), 'protocol': Frame()}[layout]
    found = FrameEncoder.fit(given)
    assert (found.transform(given)==plain.astype('f' if layout=='float32' else float)).all() and found.said()=='' and found.transform(given).flags.c_contiguous

@pytest.mark.parametrize('frame,said', [
    (pd.DataFrame({'a': [1., np.inf], 'b': [-np.inf, 1]}), r"infinite numbers in columns \['a', 'b'\]"), 
    (pd.DataFrame({'a': ['1.234', '5.678']}), "'a' holds '1.234', which may be 1.234 or 1234"), 
    (pd.DataFrame({'a': ['5%', '5']}), "holds '5%' and '5', expected one notation"), (pd.DataFrame({'a': ['$5', '€5']}), 'one unit'),
    (pd.DataFrame({'a': [f'n{i}' for i in range(90)]}), "90 in column 'a', expected at most 45 in 90 rows"), (pd.DataFrame({'a=u': [1, 2], 'a': ['u', 'v']}), "two inputs would be called 'a=u'"),
])
def test_refused(frame, said):
    assert re.search(said, message(lambda: FrameEncoder.fit(frame).transform(frame)))

@pytest.mark.parametrize('new,said', [(raw.drop(columns=['area', 'city']), r"lacks columns \['area', 'city'\]"), (raw.assign(area='big'), "'area' holds 'big', expected a number without a unit as in training, in row 1"),
    (raw.assign(built=1.), "'built' holds 1.0, expected a date"), (raw.assign(built=['2001-02-03', '2001-13-01', 'soon']*(n//3)), rf"'built' holds '2001-13-01', expected a date as in training, in row 2 of {n} \({2*n//3} such rows\)"), (raw.assign(area=np.inf), r"infinite numbers in columns \['area'\]"), (plain, 'has 3 columns, expected 7'), (raw.assign(area=raw.built), "'area' holds .*, expected a number")])
def test_new_tables_of_another_kind_are_refused(new, said):
    assert re.search(said, message(lambda: FrameEncoder.fit(raw).transform(new)))

def test_columns_are_taken_by_name():
    encoder = FrameEncoder.fit(raw)
    assert (encoder.transform(raw[raw.columns[::-1]].assign(more=1))==encoder.transform(raw)).all()
    assert (encoder.transform(raw.assign(share=['1.234 %']*n))[:, 3]==1234).all(), 'the comma of training decides'

# numbers in texts

@pytest.mark.parametrize('texts,numbers', [(['1,234.5', '2'], [1234.5, 2]), (['1.234,5', '2'], [1234.5, 2]), (["1'234.5"], [1234.5]), (['1 234,5'], [1234.5]), (['1\u202f234,5'], [1234.5]), (['1.234.567'], [1234567]), (['1,234,567'], [1234567]),
    (['-€5', '€-6'], [-5, -6]), (['5 EUR'], [5]), (['1e3', '2E-5'], [1000, 2e-5]), (['\u22122,5'], [-2.5]), (['.5', '0.25'], [.5, .25]), (['0,123'], [.123]), (['0.123'], [.123]), ([' 7 ', '+8'], [7, 8]), (['9'*400], [np.inf])])
def test_texts_with_one_reading(texts, numbers):
    found = _number_readings(pd.Series(texts))
    assert len(found)==1 and next(iter(found.values())).tolist()==numbers

@pytest.mark.parametrize('texts', [['1.2.3', '2.0.1'], ['12-34'], ['2020.01.02'], ['5 kg'], ['a1'], ['%', '$'], ['(a)'], ['x,5'], ['12:30'], ['1,2,3'], ['1/2'], ['1.234,567.8']])
def test_texts_that_are_no_numbers(texts): assert not _number_readings(pd.Series(texts))

@pytest.mark.parametrize('texts,readings', [(['1.234', '17'], (1.234, 1234)), (['1,234', '999'], (1234, 1.234))])
def test_texts_with_two_readings(texts, readings):
    found = _number_readings(pd.Series(texts))
    assert (found['.'].iloc[0], found[','].iloc[0])==readings
    for decimal,value in zip('.,', readings): assert typed(pd.DataFrame({'a': texts}), decimal).a[0]==value
    assert typed(pd.DataFrame({'a': texts, 'b': ['1,5', '2']})).a[0]==readings[1]

# a row is encoded alike, whatever the other rows are

@pytest.mark.parametrize('values', [('01', '02', 'A1'), ('007', '008', 'rotary'), ('1.0', '2.0', 'none'), ('4.50', '6.25', 'rotary'), ('5 %', '10 %', 'all'), ('1,5', '2,5', 'all'), ('1e3', '2e3', 'big'), ('true', 'false', 'maybe'), (1.5, 2., 'a'), (1, 2., 3.5)])
@pytest.mark.parametrize('decide', [pd.DataFrame, typed, lambda X: X.astype({'c': 'category'})])
def test_categories_do_not_depend_on_other_rows(values, decide):
    X = pd.DataFrame({'c': pd.Series([*values]*20, dtype=object), 'x': rng.normal(size=60)})
    encoder, rows = FrameEncoder.fit(decide(X)), X.c.to_numpy()!=values[2]
    assert (encoder.transform(X)[rows]==encoder.transform(X[rows])).all() and (encoder.transform(X)[:1]==encoder.transform(X[:1])).all()
    again = FrameEncoder.from_dict(json.loads(json.dumps(encoder.to_dict())))
    assert again==encoder and (again.transform(decide(X))==encoder.transform(X)).all()

def test_predictions_do_not_depend_on_other_rows(tmp_path):
    X = pd.DataFrame({'c': ['01', '02', 'A1']*20, 'x': rng.normal(size=60), 'y': rng.normal(size=60)})
    est = BayesianMLPRegressor(**tiny).fit(X[['c', 'x']], X.y)
    assert (est.predict(X[['c', 'x']])[[0, 1]]==est.predict(X[X.c!='A1'][['c', 'x']])[:2]).all()
    X.to_csv(tmp_path/'a.csv', index=False), X[X.c!='A1'].to_csv(tmp_path/'b.csv', index=False)
    scheme = from_table(tmp_path/'a.csv', 'y').table
    assert scheme.transform(tmp_path/'a.csv')[[0, 1]].equal(scheme.transform(tmp_path/'b.csv')[:2])
    scheme = from_table(tmp_path/'a.csv', 'c', 'classification').table
    assert scheme.targets(tmp_path/'b.csv')[:2].tolist()==[0, 1]

units = pd.DataFrame({'share': ['50 %', '2,5 %'], 'price': ['$1,200.50', '$3'], 'rooms': ['1', '2'], 'area': [1., 2.]})

@pytest.mark.parametrize('new,said', [({'share': '1.5 %'}, "'share' holds '1.5 %', expected a number with the unit '%' as in training, .* where the decimal sign was ','"), ({'share': '5'}, "'share' holds '5', expected a number with the unit '%' as in training"), ({'share': .5}, "'share' holds numbers without a unit, expected texts with the unit '%'"),
    ({'price': '€3'}, "'price' holds '€3', expected a number with the unit '[$]'"), ({'price': '$3,5'}, "'price' holds '[$]3,5', expected a number"), ({'rooms': '3 %'}, "'rooms' holds '3 %', expected a number without a unit"), ({'area': '3 %'}, "'area' holds '3 %', expected a number without"),
    ({'area': '1.234'}, "'area' holds '1.234', which may be 1.234 or 1234"), ({'rooms': 'many'}, "'rooms' holds 'many', expected a number")])
def test_notation_and_unit_of_training_are_expected(new, said):
    encoder = FrameEncoder.fit(units)
    assert encoder.columns[0].notation==(',', '', '%') and FrameEncoder.from_dict(json.loads(json.dumps(encoder.to_dict())))==encoder
    assert re.search(said, message(lambda: encoder.transform(units.assign(**new))))

def test_each_text_is_read_in_the_notation_of_training():
    encoder = FrameEncoder.fit(units)
    assert encoder.transform(pd.DataFrame({'share': ['1.234 %'], 'price': ['1,234 $'], 'rooms': [3], 'area': ['1,5']})).tolist()==[[1234, 1234, 3, 1.5]]
    assert (encoder.transform(typed(units))==encoder.transform(units)).all() and (FrameEncoder.fit(typed(units)).transform(units)==encoder.transform(units)).all()
    assert encoder.transform(units.assign(share=None))[:, 0].tolist()==[26.25]*2

@pytest.mark.parametrize('kind', ['string', 'large_string', 'dictionary'])
def test_texts_of_pyarrow(kind):
    dtype = pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string()) if kind=='dictionary' else getattr(pa, kind)())
    frame = pd.DataFrame({'city': ['u', 'v', None], 'share': ['1,5 %', '2,5 %', None], 'day': ['2020-01-01', None, '2020-01-03']})
    arrow = frame.astype(dtype)
    same = frame.astype('category') if kind=='dictionary' else frame
    assert FrameEncoder.fit(arrow)==FrameEncoder.fit(same) and (FrameEncoder.fit(same).transform(arrow)==FrameEncoder.fit(same).transform(same)).all()

@pytest.mark.parametrize('value,said', [([1], 'holds [1], expected numbers, text or dates'), ({}, 'holds {}, expected'), (b'x', "holds b'x', expected"), (time(3), 'holds datetime.time(3, 0), expected'), (UUID(int=1), 'holds UUID('), (np.zeros((2, 2)), 'holds array('), (pd.Interval(0, 1), 'holds Interval(0, 1'),
    (date(9999, 1, 1), 'holds datetime.date(9999, 1, 1), expected dates that pandas holds'), (np.datetime64('300000-01-01'), 'expected dates that pandas holds')])
def test_other_objects_are_refused(value, said):
    column = pd.Series([value]*3)
    assert f"column 'a' {said}" in message(lambda: FrameEncoder.fit(pd.DataFrame({'a': column, 'b': range(3)}))) or "in row 1 of 3" in message(lambda: FrameEncoder.fit(pd.DataFrame({'a': column}))) and said.startswith('expected')

def test_marks_beside_numbers_are_holes():
    frame = pd.DataFrame({'a': ['1,5 %', 'n/a', '2,5 %', 'NaN', 'NA'], 'b': ['u', 'n/a', 'v', 'u', 'u']})
    encoder = FrameEncoder.fit(frame)
    assert encoder.names==['a', 'a (missing)', 'b=n/a', 'b=u', 'b=v'] and encoder.transform(frame)[:, 0].tolist()==[1.5, 2, 2.5, 2, 2]
    assert (encoder.transform(frame[1:2])==encoder.transform(frame)[1:2]).all() and "'a' holds '1.234'" in message(lambda: FrameEncoder.fit(pd.DataFrame({'a': ['1.234', 'n/a']})))

def test_columns_without_values_are_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="columns without a value, which are left out: \\['b'\\]") as said: encoder = FrameEncoder.fit(pd.DataFrame({'a': [1, 2], 'b': [None, None]}))
    assert len(said)==1 and encoder.names==['a'] and encoder.transform(pd.DataFrame({'a': [3], 'b': ['x']})).tolist()==[[3]]

# estimators

@both
def test_raw_frames_are_fitted(cls, tmp_path):
    est = cls(**tiny).fit(raw, targets(cls))
    assert est.feature_names_in_.tolist()==list(raw) and est.n_features_in_==7 and len(est.encoder_.names)==est.sizes_[0]
    assert 'on 120 rows of 7 columns' in est.report_ and 'one-hot (city, kind)' in est.report_ and 'an indicator for holes (area, rooms)' in est.report_ and 'days and cycles (built)' in est.report_
    est.save(tmp_path/'a.safetensors')
    again = BayesianMLP.load(tmp_path/'a.safetensors')
    assert (again.predict(raw)==est.predict(raw)).all() and again.encoder_==est.encoder_
    one = raw[:1].assign(city='Paris', area=None, share='1.234 %')
    assert again.predict(one).shape==(1,) and (est.predict(pa.Table.from_pandas(raw))==est.predict(raw)).all()
    with pytest.raises(ValueError, match='same order'): est.predict(raw[raw.columns[::-1]])
    with pytest.raises(ValueError, match='missing'): est.predict(raw.drop(columns='area'))

@both
def test_what_a_pipeline_encodes_is_not_encoded_again(cls):
    front = make_column_transformer((OneHotEncoder(sparse_output=False), ['city', 'kind']), (SimpleImputer(add_indicator=True), ['area']))
    t = targets(cls)
    est = make_pipeline(front, cls(**tiny)).fit(raw, t)
    alone = cls(**tiny).fit(front.fit_transform(raw), t)
    assert est[-1].encoder_.said()=='' and (est.predict(raw)==alone.predict(front.transform(raw))).all()

# remedies, on small and large tables

def runs(code, **names):
    tools = make_column_transformer, TargetEncoder, FrameEncoder
    return eval(code, {t.__name__: t for t in tools}|dict(np=np, pd=pd)|names)

@pytest.mark.parametrize('levels', [40, 300])
@both
def test_the_remedy_for_many_texts_runs(cls, levels):
    rows = 2*levels-20
    X = pd.DataFrame({'a': rng.normal(size=rows), 'name': [f'n{i%levels}' for i in range(rows)], 'key': [f'k{i}' for i in range(rows)], 'city': ['u', 'v']*(levels-10)})
    t = np.where(X.a>0, 'high', 'low') if cls is BayesianMLPClassifier else np.arange(rows)
    with pytest.warns(UserWarning, match='too many different texts') as said: est = cls(**tiny).fit(X, t)
    line, = (str(w.message) for w in said if 'different texts' in str(w.message))
    assert '\n' not in line and f"{levels} in column 'name', {rows} in column 'key', expected at most {min(100, levels-10)} in {rows} rows" in line
    front, for_classes = re.search(r'put (.*) in front, for classes with (.*)$', line).groups()
    if cls is BayesianMLPClassifier: front = re.sub(r'TargetEncoder\(.*?\)', for_classes, front)
    with warnings.catch_warnings():
        warnings.filterwarnings('error', '.*different texts')
        kept, without = make_pipeline(runs(front), cls(**tiny)).fit(X, t), cls(**tiny).fit(X.drop(columns=['name', 'key']), t)
    assert len(kept.predict(X))==rows and kept[-1].n_features_in_==4 and (est.predict(X)==without.predict(X[['a', 'city']])).all()

def test_columns_of_many_texts_are_left_out(tmp_path):
    X = raw.assign(key=[f'k{i}' for i in range(n)], number=np.arange(n))
    with pytest.warns(UserWarning, match="120 in column 'key'"): est = BayesianMLPRegressor(**tiny).fit(X, y)
    assert 'left out, too many different texts (key)' in est.report_ and est.encoder_.describe().left_out['key']=='120 different texts'
    assert 'number' in est.encoder_.names and not [k for k in est.encoder_.names if k.startswith('key')], 'a column of numbers stays one'
    est.save(tmp_path/'a.safetensors')
    for new in (X, X.assign(key='new'), X.assign(key=None), X.assign(key=1.5)): assert (BayesianMLP.load(tmp_path/'a.safetensors').predict(new)==est.predict(X)).all()
    assert FrameEncoder.fit(X.assign(key=X.key.where(X.index<60, 'k0'))).columns[7].kind=='category', '60 values of 120 rows are allowed'

@pytest.mark.parametrize('columns', [2, 100])
def test_the_remedy_for_infinite_numbers_runs(columns):
    X = np.random.default_rng(0).normal(size=(40, columns))
    X[::7] = np.inf
    said = message(lambda: BayesianMLPRegressor().fit(X, np.arange(40.)))
    frame, array = re.search(r'holes: (X.*) or (np.*) makes', said).groups()
    for code,given in ((frame, pd.DataFrame(X)), (array, X)): assert np.isfinite(BayesianMLPRegressor(**tiny).fit(runs(code, X=given), np.arange(40.)).predict(runs(code, X=given))).all()

@pytest.mark.parametrize('mark', ['?', '-', 'none given'])
def test_the_remedy_for_a_mark_among_numbers_runs(mark):
    X = pd.DataFrame({'a': ['1.5', mark, '2', '4.25']})
    made = runs(re.search(r'hole: (.*) makes it one', message(lambda: FrameEncoder.fit(X)))[1], X=X)
    assert FrameEncoder.fit(made).names==['a', 'a (missing)']

@pytest.mark.parametrize('columns', [2, 60])
def test_factors_take_numbers_alone_and_the_remedy_runs(columns):
    X = pd.concat([raw]+[pd.Series(rng.normal(size=n), name=f'c{i}') for i in range(columns)], axis=1)
    said = message(lambda: BayesianFactorAnalysis(1).fit(X))
    assert "columns ['area', 'city'" in said
    made = runs(re.search(r'numbers: (.*) makes them', said)[1], X=X)
    assert np.isfinite(BayesianFactorAnalysis(1, n_samples=5, max_iter=3, random_state=0).fit(made).transform(made)).all()
