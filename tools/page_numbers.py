"""Sentences with numbers of four pages, and where each number comes from: see `check_numbers.py`.

A key is a part of the prose with {} for each number (` stands for code, $ for a formula). Its value is an expression in the names that the
page's own cells define: a number for each {}; a set or range where the number is a setting that the tables hold; `about(...)` where prose
rounds to tens or hundreds; a condition where there is no {}."""

modules = {'experiments/moving': 'symbayes.experiments.moving', 'experiments/wide_nets': 'symbayes.experiments.wide_nets'}

_intervals = {'95 % interval': 'True'}

_index = {
    'its best bound ends some {} nats below the log evidence': "about(on_sinc.mean_field.mean())",
    'a bound that is {} nats too low': "about(on_sinc.mean_field.mean())",
    'gains some {} nats in long runs': "about((on_sinc.mean_field-on_sinc['unit_gaussian, symmetrized']).mean())",
    'closes {} to {} % of mean field\'s gap to exact inference in test log likelihood, on five draws': "shares.min(), shares.max()",
    'ends within a nat of the log evidence on these data': "on_sinc['collapsed, symmetrized'].max()<1",
    'closes {} % of the same gap': "int(closed['collapsed, symmetrized'].min())",
    'it ends within some three nats of the log evidence, except on one table':
        "others.max()<3.1<away['collapsed, symmetrized'].max()",
    'end {} to {} nats below the log evidence in these regressions': "by_points.min(), by_points.max()",
    'they end {} and {} nats below it ({} and {} images) with as many points as images':
        "on_images[100, 100], on_images[300, 300], {100}, {300}",
    'With a tenth of the points they end {} and {} nats below it': "on_images[100, 10], on_images[300, 30]",
    '{} noisy points': "set(runs.n_train)",
    '{} units': "set(runs.width)",
    '{} hidden units': "set(runs.width)",
    'the inner band holds 95 % of the functions, the outer band 95 % of new': "True",
    'the last, {}, as {}': "sums['collapsed, symmetrized'], sums['collapsed, symmetrized']",
    '{}, {} and {} nats (printed as {}) beside a log evidence of {},':
        "*sums[['mean_field', 'symmetrized', 'collapsed, symmetrized', 'collapsed, symmetrized', 'log evidence']],",
    '{}, {} and {} nats beside a log evidence of {} ± {}':
        "*sums[['mean_field', 'symmetrized', 'collapsed, symmetrized', 'log evidence']], shown.evidence_error['log evidence']",
    'its 95 % band holds the true function at less than three quarters of the inputs': "of_100.covered.item()<.75",
    'with standard deviations of .05': "True",
    'the information is at least {} of at most {} nats': "printed['I(g;w), lower bound'], 50*log(2)+lgamma(51)",
    'to which the noise alone contributes .2': "True",
    'Apache 2.0': "True",
}

_moving = {
    '{} units': "set(exact.width)",
    '({} units)': "set(exact.width)",
    'on a logarithmic scale beyond 1 nat': "True",
    'from {} to {} nats at 100 units, is a small step': "split['neither, nats']['100 units'], split['symmetry, nats']['100 units']",
    'Mean field is {} to {} nats below the log evidence, symmetrised mean field {} to {}, the last layer that follows mostly {} to {}':
        "*(about(v) for c in ('neither', 'symmetry') for v in split[f'{c}, nats'].dropna().agg(['min', 'max'])),"
        "*split['covariance, nats'].drop('breast_symmetry, 50 units').agg(['min', 'max'])",
    'with both the distance is mostly below 1 nat': "(split['both, nats']<1).mean()>.5",
    'the last two end some {} nats below': "about(split.loc['breast_symmetry, 50 units', ['covariance, nats', 'both, nats']].mean())",
    'less than the default of the package, {})': "InducingPosterior.from_module.__kwdefaults__['precision']",
    'short: by {} nats on `, where the collapsed family is {} nat short':
        "-below['humps, 50 units', 'inducing'], -below['humps, 50 units', 'collapsed, symmetrized']",
    'they end {} nats short there, and with two layers {} rather than {}': "-below['humps, 50 units', 'inducing, precision 1, symmetrized'],"
        "-below['2 x 50 units', 'inducing, precision 1, symmetrized'], -below['2 x 50 units', 'inducing']",
    'with all inputs, at most {}, as inducing': "MovingCell.points",
    '({} to {} on the sinc) of tanh': "{25}, {400}",
    'with two layers of {}': "set(exact.width[exact.hidden==2])",
    'precision of 1': "'inducing, precision 1' in set(exact.method)",
    'of precision 1, on four settings': "exact[exact.method.str.startswith('inducing, precision 1')].setting.nunique()==4",
    'Adam takes {} steps of': "MovingCell.steps",
    'up to {} of them, and {} elsewhere': "{400}, set(exact.steps)",
    'Mean field takes {} draws of the weights a step, the inducing family {}': "_draws_a_step(MovingCell()), _draws_a_step(MovingCell(family='inducing'))",
    'at the first {} test inputs ({} elsewhere) {} draws are kept': "n_inputs, n_inputs//2, ReferenceDrawsCell.kept",
    '0 % for mean field and 100 % for exact inference': "True",
    'exact inference has 0)': "True",
    'In {} steps it still gains as much there, some {} nats below the evidence':
        "set(exact.steps), about(-below['breast_symmetry, 50 units', 'collapsed, 4,500 steps'])",
    'mean field, 0, and exact inference, 100': "True",
    'close {} to {} % of the gap in functions on box and humps':
        "share['w2']['box, 50 units', 'inducing'], share['w2']['humps, 50 units', 'inducing']",
    'mostly close 70 to 100 percent': "True",
    'symmetrising alone about {} percent': "about(share['test_log_lik']['100 units', 'mean_field, symmetrized'])",
    'some {} nats below the log evidence to about {} (': "-below[draws].xs('mean_field', level='method').max(), -below[draws].xs('collapsed', level='method').mean()",
    'closes {} % of the gap in predictions and {} % of that in $; on':
        "int(share['test_log_lik'][draws].xs('collapsed, symmetrized', level='method').min()),"
        "share['w2'][draws].xs('collapsed, symmetrized', level='method').min()",
    'gains about {} nats, counted from there': "about((below[draws].xs('unit_gaussian, symmetrized', level='method')-below[draws].xs('mean_field', level='method')).mean())",
    'it closes {} to {} % of the gap in test log likelihood, but': "*share['test_log_lik'][draws].xs('unit_gaussian, symmetrized', level='method').agg(['min', 'max']),",
    'leaves an ELBO {} to {} nats short, and {} to {} % of the gap':
        "*split['covariance, nats'][hard].agg(['min', 'max']), *left['collapsed'].agg(['min', 'max'])",
    '({} for ReLU units on `) and {} to {} % of the gap':
        "split['both, nats']['humps, 50 units, relu'], *left['collapsed, symmetrized'].agg(['min', 'max'])",
    '{} at 25 units, and nothing on the plain bound': "looks.loc['a covariance in the body, symmetrised', 'bound'].difference['25 units'].mean",
    'a place worth nearly {} nats': "about(charge_of('collapsed, symmetrized'))",
    'settles on one worth {} at 100 units, and still ends {} nats below':
        "about(charge_of('unit_gaussian, symmetrized')), -below['100 units', 'unit_gaussian, symmetrized']",
    'training is {} nats above the plain ELBO of plain training for mean field, and less than {} for':
        "split['neither, nats']['100 units']-split['symmetry, nats']['100 units'], ceil(gained['100 units'])",
    'Of the {}, {} are mean field\'s own information':
        "split['neither, nats']['100 units']-split['symmetry, nats']['100 units'], of_mean_field",
    '{} are gained by that training': "below['100 units', 'mean_field, symmetrized']-below['100 units', 'mean_field']",
    'At one or two nats of divergence symmetrising adds up to three nats; at {} nats (25 units) it adds {}, and at {} to {} nats (the rough functions) {} to {}':
        "pinned['KL of the hidden layer']['25 units'], gained['25 units'], *pinned['KL of the hidden layer'][rough].agg(['min', 'max']),"
        "*gained[rough].agg(['min', 'max'])",
    'closes less of the gap with ReLU units, {} and {} % against {} and {} %':
        "*split.symmetry[['humps, 50 units, relu', '100 units, relu', 'humps, 50 units', '100 units']],",
    'same order: {} nats against {} on the sinc, {} against {} on':
        "*gained[['100 units, relu', '100 units', 'humps, 50 units, relu', 'humps, 50 units']],",
    'the bound stays {} to {} nats behind the plain': "*-behind.agg(['max', 'min']), ",
    'the interval on ` is {} nats wide either way':
        "mean_and_interval(exact[(exact.setting=='humps, 50 units') & (exact.method=='inducing, precision 1')].below).half",
    'best of the family: {} nats above the default start on `, {} on `, {} on the sinc':
        "*start_1[['humps, 50 units', 'box, 50 units', '100 units']],",
    'still {} to {} nats behind the symmetrised collapsed family': "*behind_both.agg(['min', 'max']),",
    'ELBO from {} nats below the evidence to {}': "short_deep.mean_field, short_deep.inducing",
    'to {} nats, and closes {} % of the gap in test log likelihood and {} % of that in $, where the default start closes {} and {} %':
        "-below['2 x 50 units', 'inducing, precision 1, symmetrized'], *from_1, *from_prior",
    'the {} steps, of which the last tenth': "set(exact.steps[exact.hidden==2])",
    'all methods predict alike to {}': "max(ceil(100*(scores.loc[s].max()-scores.loc[s].min()))/100 for s in tables)",
    'on breast symmetry, by {}, by': "-looks.loc['symmetrised as well', 'bound'].difference['breast_symmetry, 50 units'].mean",
    'One reading is that {} steps are too few': "set(exact.steps)",
    'after {} they are {} ± {} nats above the plain fits of {} steps on diabetes, and {} ± {} on breast symmetry':
        "set(exact.steps), longer['diabetes, 50 units'].mean, longer['diabetes, 50 units'].half, set(exact.steps),"
        "longer['breast_symmetry, 50 units'].mean, longer['breast_symmetry, 50 units'].half",
    'by {} to {} nats from a precision of 1': "*behind_both.agg(['min', 'max']),",
    'significant and, at {} or less': "harm.loc['a covariance in the body'].difference.map(lambda d: abs(d.mean)).max()",
    'within 2 nats of the log evidence, and closes at least 95 % of mean field\'s gap in test log likelihood and 90 % of that':
        "all(any(f'at least {n} %' in c.text for c in judged) for n in (95, 90)) and any('within 2 nats' in c.text for c in judged)",
    'At 25 units the bound is as near; the shares, {} and {} %': "*(share[c]['25 units', 'collapsed, symmetrized'] for c in ('test_log_lik', 'w2')),",
    'at {} and {} units is within a nat': "{400}, {800}",
    'no worse at {}, a third of the steps and not settled, than at {}': "{800}, {100}",
    'its {} annealed chains are worth {}, for breast symmetry {}': "16, *ruler.effective_chains[['humps, 50 units, relu', 'breast_symmetry, 50 units']]",
}

pages = {'index': _intervals | _index, '66_choosing': {}, 'experiments/moving': _intervals | _moving, 'experiments/wide_nets': {}}
