"""Sentences with numbers of some pages, and where each number comes from: see `check_numbers.py`.

A key is a part of the prose with {} for each number (` stands for code, $ for a formula). Its value is an expression in the names that the
page's own cells define: a number for each {}; a set or range where the number is a setting that the tables hold; `about(...)` where prose
rounds to tens or hundreds; a condition where there is no {}."""

modules = {'experiments/02_moving': 'symbayes.experiments.moving', 'experiments/01_wide_nets': 'symbayes.experiments.wide_nets'}
modules |= {f'experiments/{k}_{v}': f'symbayes.experiments.{v}' for k,v in (('05', 'regimes'), ('09', 'kurle'), ('10', 'rossi'))}

_permutation = {
    "{} ways in all": "2**6*1*2*3*4*5*6",
    'In the picture this is the step from order {} to the others': "{1}",
    'A permutation of layer {} reorders': "{2}"}

_adding_back = {
    "mean field's best bound ends some {} nats below the log evidence": "about(on_sinc.mean_field.mean())",
    'A bound that is {} nats too low': "about(on_sinc.mean_field.mean())",
    'gains some {} nats in long runs': "about((on_sinc.mean_field-on_sinc['unit_gaussian, symmetrized']).mean())",
    "closes {} to {} % of mean field's gap to exact inference in test log likelihood, on five draws": "shares.min(), shares.max()",
    'On {} points of a wave, with {} units': "set(redrawn.n_train), set(redrawn.width)"}

_layers_move = {
    'ends within a nat of the log evidence on these data': "on_sinc['collapsed, symmetrized'].max()<1",
    'closes {} % of the gap to exact inference in test log likelihood': "int(closed['collapsed, symmetrized'].min())",
    'it ends within some three nats of the log evidence, except on one table': "others.max()<3.1<away['collapsed, symmetrized'].max()",
    'end {} to {} nats below the log evidence in these regressions': "by_points.min(), by_points.max()",
    'they end {} and {} nats below it ({} and {} images) with as many points as images':
        "on_images[100, 100], on_images[300, 300], {100}, {300}",
    'With a tenth of the points they end {} and {} nats below it': "on_images[100, 10], on_images[300, 30]",
    'several training runs on {} points': "{128}",
    'Mean field loses hundreds of nats as the network grows': "gaps['mean field'].iloc[0]-gaps['mean field'].iloc[-1]>200"}

_index = {
    'One network with {} hidden units and {} points': "problem.group.sizes['0'], len(problem.data[1])",
    'the posterior of {} units has {}! equal modes': "problem.group.sizes['0'], problem.group.sizes['0']",
    'one hidden layer of {} units': "{50}",
    'planned as {} s of one core': "set(rivals.seconds_planned)",
    'with {} hidden units': "{50, 100}",
    'the information is about {} of at most {} nats': "printed['I(g;w), lower bound'], 50*log(2)+lgamma(51)"}

_choosing = {
    '{} units': "set(beside.width) | {200, 20, 30, 1000}",
    '{} tanh units': "set(beside.width) | {200, 30}",
    '{} ReLU units': "{50}",
    '{} SELU units': "{32}",
    '{} hidden units': "{1000}",
    '{} noisy points': "{128}",
    '{} points': "{50, 128, 300}",
    'The regression has {} rows, $ plus noise of {}, and a network with two hidden layers of {} tanh units':
        "150, tried('inducing points').noise, 30",
    'below the log evidence: {} nats for mean field, {} for symmetrised mean field': "first.mean_field, first['mean_field, symmetrized']",
    'from {} for mean field to {} for inducing points': "cost.mean_field, about(cost.inducing)",
    'up to {} images': "stored_table('few_images').n_train.max()",
    '{} to {} units, tanh and ReLU': "beside.width.min(), beside.width.max()",
    'mean field from {} to {}, symmetrised mean field and unit covariance from {} to {}. Inducing points are from {} to {}, '
    'the collapsed last layer':
        "*below.mean_field.agg(['min', 'max']).map(about), *below[kinds[1:3]].stack().agg(['min', "
        "'max']).map(about),*below.inducing.agg(['min', 'max'])",
    'from {} to {}, with one mark at {} to {}':
        "but_one.min()-.1, below.collapsed.drop('breast symmetry, 50 tanh units').max(),*below[['collapsed', 'collapsed, "
        "symmetrized']].loc['breast symmetry, 50 tanh units']",
    'more than {} nats below it in every one': "10*int(below.mean_field.min()/10)",
    'up to {} units, five times at {}, and up to thirteen times':
        "*({n} for n in (400, 800) if dearer[[400, 800]].round().tolist()==[2, 5] and round(side_by_side)==13),",
    'a whole nat per image with {} of them. But with {} and {} images':
        "*({n} for n in (300, 100, 300) if -effect['change of the NLL'][.05, 300].mean>1),",
    'with {} images they get slightly worse': "{n for p,n in losses[losses>0].index if p==.2}",
    'widest prior ({})': "small.prior_std.max()",
    '{} images': "set(small.n_train) | {55_000}",
    'at most $, {} to {} nats here': "whole.log_order.min(), whole.log_order.max()",
    'which explain some {} nats more':
        "about((order.symmetrized_elbo_lower[['mean_field, symmetrized', 'unit_gaussian, "
        "symmetrized']]-order.symmetrized_elbo_lower.mean_field).mean())",
    '{} steps were not enough': "set(of_task.steps)",
    'a whole nat per image': "-effect['change of the NLL'][.05, 300].mean>1"}

_moving = {
    '{} units': "set(exact.width)",
    '({} units)': "set(exact.width)",
    'from {} to {} nats at 100 units, is a small step': "split['neither, nats']['100 units'], split['symmetry, nats']['100 units']",
    'Mean field is {} to {} nats below the log evidence, symmetrised mean field {} to {}, the last layer that follows mostly {} to {}':
        "*(about(v) for c in ('neither', 'symmetry') for v in split[f'{c}, nats'].dropna().agg(['min', 'max'])),*split['covariance, "
        "nats'].drop('breast_symmetry, 50 units').agg(['min', 'max'])",
    'with both the distance is mostly below 1 nat': "(split['both, nats']<1).mean()>.5",
    'the last two end some {} nats below': "about(split.loc['breast_symmetry, 50 units', ['covariance, nats', 'both, nats']].mean())",
    'with all inputs, at most {}, as inducing': "MovingCell.points",
    '({} to {} on the sinc) of tanh': "{25}, {400}",
    'with two layers of {}': "set(exact.width[exact.hidden==2])",
    'precision of 1': "'inducing, precision 1' in set(exact.method)",
    'of precision 1, on four settings': "exact[exact.method.str.startswith('inducing, precision 1')].setting.nunique()==4",
    'Adam takes {} steps of': "MovingCell.steps",
    'up to {} of them, and {} elsewhere': "{400}, set(exact.steps)",
    'Mean field takes {} draws of the weights a step, the inducing family {}':
        "MovingCell().draws_a_step, MovingCell(family='inducing').draws_a_step",
    'close {} to {} % of the gap in functions on box and humps':
        "share['w2']['box, 50 units', 'inducing'], share['w2']['humps, 50 units', 'inducing']",
    'mostly close {} to {} percent':
        "70, 100 if sum((share[c][k].between(69.5, 100.5)).mean()>.5 for c in ('test_log_lik', 'w2') for k in [share[c].index.get_level_values('method').isin(('collapsed', 'collapsed, symmetrized', 'inducing'))])==2 else 0",
    'Symmetrising alone closes about {} percent': "about(share['test_log_lik']['100 units', 'mean_field, symmetrized'])",
    'some {} nats below the log evidence to about {}. The':
        "-below[draws].xs('mean_field', level='method').max(), -below[draws].xs('collapsed', level='method').mean()",
    'closes {} % of the gap in predictions and {} % of that in $; on':
        "int(share['test_log_lik'][draws].xs('collapsed, symmetrized', level='method').min()),share['w2'][draws].xs('collapsed, "
        "symmetrized', level='method').min()",
    'gains about {} nats, counted from there':
        "about((below[draws].xs('unit_gaussian, symmetrized', level='method')-below[draws].xs('mean_field', level='method')).mean())",
    'it closes {} to {} % of the gap in test log likelihood, but':
        "*share['test_log_lik'][draws].xs('unit_gaussian, symmetrized', level='method').agg(['min', 'max']),",
    'leaves an ELBO {} to {} nats short, and {} to {} % of the gap':
        "*split['covariance, nats'][hard].agg(['min', 'max']), *left['collapsed'].agg(['min', 'max'])",
    '({} for ReLU units on `) and {} to {} % of the gap':
        "split['both, nats']['humps, 50 units, relu'], *left['collapsed, symmetrized'].agg(['min', 'max'])",
    '{} at 25 units, and nothing on the plain bound':
        "looks.loc['a covariance in the body, symmetrised', 'bound'].difference['25 units'].mean",
    'an information of nearly {} nats': "about(charge_of('collapsed, symmetrized'))",
    'training is {} nats above the plain ELBO of plain training for mean field, and less than {} for':
        "split['neither, nats']['100 units']-split['symmetry, nats']['100 units'], ceil(gained['100 units'])",
    "Of the {}, {} are mean field's own information":
        "split['neither, nats']['100 units']-split['symmetry, nats']['100 units'], of_mean_field",
    '{} are gained by that training': "below['100 units', 'mean_field, symmetrized']-below['100 units', 'mean_field']",
    'At one or two nats of divergence symmetrising adds up to three nats; at {} nats (25 units) it adds {}, '
    'and at {} to {} nats (the rough functions) {} to {}':
        "pinned['KL of the hidden layer']['25 units'], gained['25 units'], *pinned['KL of the hidden layer'][rough].agg(['min', "
        "'max']),*gained[rough].agg(['min', 'max'])",
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
    'to {} nats. It then closes {} % of the gap in test log likelihood and {} % of that in $, where the default start closes {} and {} %':
        "-below['2 x 50 units', 'inducing, precision 1, symmetrized'], *from_1, *from_prior",
    'all methods predict alike to {}': "max(ceil(100*(scores.loc[s].max()-scores.loc[s].min()))/100 for s in tables)",
    'on breast symmetry, by {}, by': "-looks.loc['symmetrised as well', 'bound'].difference['breast_symmetry, 50 units'].mean",
    'after {} they are {} ± {} nats above the plain fits of {} steps on diabetes, and {} ± {} on breast symmetry':
        "set(exact.steps), longer['diabetes, 50 units'].mean, longer['diabetes, 50 units'].half, "
        "set(exact.steps),longer['breast_symmetry, 50 units'].mean, longer['breast_symmetry, 50 units'].half",
    'by {} to {} nats from a precision of 1': "*behind_both.agg(['min', 'max']),",
    "within 2 nats of the log evidence, and closes at least 95 % of mean field's gap in test log likelihood and 90 % of that":
        "all(any(f'at least {n} %' in c.text for c in judged) for n in (95, 90)) and any('within 2 nats' in c.text for c in judged)",
    'At 25 units the bound is as near; the shares, {} and {} %':
        "*(share[c]['25 units', 'collapsed, symmetrized'] for c in ('test_log_lik', 'w2')),",
    'its {} annealed chains are worth {}, for breast symmetry {}':
        "16, *ruler.effective_chains[['humps, 50 units, relu', 'breast_symmetry, 50 units']]"}

_wide_nets = {
    '{} units': "set(results.width)",
    '{} tanh units': "set(results.width)",
    '{} SELU units': "set(results.width[results.depth==5])",
    '{} points': "set(results.n_train)",
    '{} steps': "set(results.steps)",
    'five up to {} units and three at {}; mean field has one seed at {}': "{200}, {400}, {800}",
    'hidden units, from {} to {}': "main.width.min(), main.width.max()",
    'a last layer that follows, from {} to {} units': "main.width.min(), main.width.max()",
    '{} sampled permutations': "__import__('symbayes').experiments.tasks.known_estimators['uniform'].K",
    'from {} to {} units, where every method': "{25}, {200}",
    'Mean field loses {} nats per test point, with sampled permutations {}, and a covariance within units alone {}':
        "*(-slopes[k].mean for k in ('mean_field, none', 'mean_field, uniform (no signs)', 'unit_gaussian, none')),",
    "the loss is {}, less than half of mean field's, and by Sinkhorn's {}; exact inference loses {}":
        "*(-slopes[k].mean for k in ('unit_gaussian, soules', 'unit_gaussian, sinkhorn', 'Hamiltonian Monte Carlo')),",
    '{} permutations can account for': "__import__('symbayes').experiments.tasks.known_estimators['uniform'].K",
    'loses evidence at {}': "set(gained.index[gained.effect=='harms'].get_level_values(0))",
    "From {} to {} units Soules' bound closes {} to {} % of the gap and Sinkhorn's {} to {} %":
        "{25}, {400}, *by_soules.share.agg(['min', 'max']), *by_sinkhorn.share.agg(['min', 'max'])",
    'reaches from below {} to above {}': "0, 100",
    'this lowers the evidence by {} nats and the predictions by {} nats per test point':
        "with_less_without['symmetrised ELBO'].difference['soules'].mean, "
        "with_less_without['test log likelihood'].difference['soules'].mean",
    'the evidence is higher by {} nats': "-with_less_without['symmetrised ELBO'].difference['sinkhorn'].mean",
    'exact inference scores {} instead of {} at $': "wider.test_log_lik[1.], exact.test_log_lik[1.]",
    'its 95 % band holds the function at {} % of the inputs instead of {} %, and it gains {} by $ instead of {}':
        "100*wider.covered[1.], int(100*exact.covered[1.]), cooled.iloc[1].mean, cooled.iloc[0].mean",
    'not at {})': "{100}",
    'from {} to {} units the methods can be ranked': "ranks.index.min(), ranks.index.max()",
    'is {} to {} for the ELBO, {} to {} for the symmetrised ELBO and {} to {} for the validation likelihood':
        "*(v for c in ('elbo', 'symmetrized_elbo_lower', 'valid_log_lik') for v in ranks[c].agg(['min', 'max'])),",
    'at {} and {} units it ranks less well': "{100}, {200}",
    'by {} ± {} with the narrow prior, although evidence was gained there, and by {} with the wide one':
        "-harms[128, 25, .3], on_predictions.difference[128, 25, .3].half, -harms[128, 25, 3.]",
    '{} images of MNIST': "image_cells()[0].n_train",
    'and {} units of hundreds of weights': "set(images.width)",
    "by {} ± {} nats, and its NLL is lower than mean field's, by {} ± {}":
        "image_evidence.difference[.1, 'soules minus plain soules'].mean,image_evidence.difference[.1, "
        "'soules minus plain soules'].half, -image_nll.difference[.1, 'soules'].mean,image_nll.difference[.1, 'soules'].half",
    'they score {} and {} nats per test point, where Monte Carlo on the same network scores {}':
        "deep_score['none', .7], deep_score['uniform', .7], references[references.depth==5].test_log_lik.item()",
    'score {} on average, but their seeds differ so much (± {})':
        "deep_score[:, .7][['soules', 'sinkhorn']].mean(), mean_and_interval(deep.query(\"estimator=='soules' and "
        "spread==.7\").test_log_lik).half",
    '{} nats on diabetes and {} on wine':
        "*(within['symmetrised ELBO'].difference[t, 'mean_field'].mean for t in ('diabetes', 'wine_alcohol')),",
    'worse than mean field, by {} ± {}':
        "-on_both.difference['wine_alcohol', 'unit_gaussian, soules'].mean,on_both.difference['wine_alcohol', 'unit_gaussian, "
        "soules'].half",
    'with {} and {} test points': "*(len(tasks[t].x_test) for t in ('wine_alcohol', 'diabetes')),",
    'instead of {} (at 100 units it ends {} nats lower)':
        "set(results.steps), -waiting['symmetrised ELBO'].difference[100, 'mean_field, none'].mean",
    'bound closes {} % of the gap to Monte Carlo after {} steps and {} % after {}':
        "closed.share[400, 'unit_gaussian, sinkhorn'],set(results.steps), gap_closed(long, at_one).share[400, 'unit_gaussian, "
        "sinkhorn'], set(results.steps)",

    'a dozen verdicts out of some {}, all with p-values from {} to {}':
        "about(len(together)), changed.p.min(), ceil(100*changed.p.max())/100",
    'standard errors of up to {} nats for mean field and {} for': "*known['mi_error', 'max'],"}

pages = {'index': _index, 'idea/01_permutation': _permutation, 'idea/04_adding_back': _adding_back, 'idea/05_moving': _layers_move,
    'learn/04_choosing': _choosing, 'experiments/02_moving': _moving, 'experiments/01_wide_nets': _wide_nets}

# pages that are checked for numerals with a unit alone
some: dict[str, dict[str, str]] = {
    'experiments/09_kurle': {'its bound is some {} nats above the best': "about(bound-best_before)",
        'lowers its bound by some {} nats': "about(charge.mi_lower.mean())"},
    'experiments/10_rossi': {'Five pairs keep {} to {} % of theirs': "others.min(), others.max()"},
    'experiments/15_larger_nets': {'Scalings take away {} %': "100*(1-lenet_at.spread.iloc[1]/lenet_at.spread.iloc[0])",
        'both {} %': "100*(1-lenet_at.spread.loc[last]/lenet_at.spread[first])",
        'makes the spread larger, by {} %': "100*(resnet_at.spread.iloc[1]/resnet_at.spread.iloc[0]-1)"},
    'experiments/05_regimes': {
        'the bound rises from {} to {} nats an image': "*(results.query('width==1000 and n_train==100 and prior_std==.2 and "
            "estimator==@e').symmetrized_elbo_lower.mean()/100 for e in ('none', 'soules')),"},
    'runs/11_table_fits': {'within {} nats of the best': "{3} if (stored_table('starts').eval('best_of_others-default')<3).sum()==18 else set()",
        'in the two others it is {} and {} nats behind': "*(stored_table('starts').eval('best_of_others-default').sort_values()[-2:]),"}}

_setting, _scale, _exercise, _figure = 'a setting', 'ends of a scale or a nominal level', 'an exercise or example', 'read off the figure'
_source, _run, _theory = 'quoted from a source', 'a run that is not stored', 'arithmetic'

typed: dict[str, dict[str, tuple[str, ...]]] = {
    'index': {_setting: ('with standard deviations of .05',), _source: ('Table 1 of Gelberg et al.', 'Apache 2.0')},
    'idea/01_permutation': {_scale: ('red is below 0, blue above',)},
    'learn/01_rotations': {_theory: ('138 nats for 16 factors',)},
    'learn/04_choosing': {_setting: ('on 1,000 test rows', 'Variational fits take 400 steps (mean field 800, one row 2,000)',)},
    'learn/05_howto': {_exercise: ('where 90 % means 90 %',)},
    'learn/06_traps': {_figure: ('from 2 to 9 nats', 'at about 170 nats', 'by 220 and 50 nats')},
    'learn/07_words': {_exercise: ('with a confidence of 80 %',)},
    'comparison/04_initial_elements': {_scale: ("Wilson's, at 95 %",)},
    'comparison/09_chains': {_setting: ('quantiles of 5 and 95 %',)},
    'comparison/13_gauges': {_run: ('at least 15 times as long, and ` more than 500 times',)},
    'data/01_splits': {_theory: ('is 220 MB of floats',)},
    'discovery/09_architectures': {_figure: ('from 11,000 to 330,000 nats',)},
    'distributions/08_priors': {_theory: ('a weight of 10 costs 50 nats',)},
    'distributions/16_inducing': {_run: ('some 150 nats below',), _scale: ('the band holds 95 % of function values',)},
    'distributions/14_collapsed': {_theory: ('log 2 = .69 nats',), _run: ('some 150 nats below the log evidence', 'higher by more than 50 nats'), _scale: ('the inner band holds 95 % of function '
        'values, the outer one 95 % of new observations',)},
    'experiments/02_moving': {_run: ("In the pilot the symmetrised last layer closed 96, 96 and 97 % of mean field's gap in test log likelihood, and "
        'ended within 1 nat',), _scale: ('on a logarithmic scale beyond 1 nat', 'exact inference has 0)',
        'mean field, 0, and exact inference, 100')},
    'experiments/01_wide_nets': {_setting: ('± are 1.96 standard errors', 'at a false discovery rate of .05'), _scale: ('from mean field, 0 %, to the '
        'reference, 100 %', "sampling used; 1 is Bayes' rule")},
    'experiments/04_architectures': {_theory: ('a log order of 786 nats',)},
    'experiments/05_regimes': {_theory: ('that is -2.30 nats an image',), _run: ('by 1.9 ± 1.6',)},
    'experiments/06_mnist': {_theory: ('within the 103 nats', 'is that distance, 103 nats'), _run: ('differs by -5 ± 19 nats', 'Permanents see 40 nats')},
    'experiments/11_laurent_toy': {_setting: ('trained 10,000 times', 'at most 1.3 times that of the best network')},
    'experiments/12_laurent_mass': {_source: ('0 to 60 % above that minimum',)},
    'experiments/13_optunet': {_run: ('a kernel in C, 16 times as fast',)},
    'experiments/16_mmd': {_setting: ('the 95 % quantile',)},
    'experiments/17_benchmarks': {_setting: ('more than 1.3 times worse',)},
    'experiments/08_tempering': {_theory: ('the evidence of the wider prior is 8 nats higher',)},
    'experiments/09_kurle': {_figure: ('.2 to 1.3 nats away',), _exercise: ('at least 40 nats above', 'closes 95 % of the gap in predictions')},
    'experiments/14_laurent': {_figure: ('by 8 to 19 % with one mode',), _setting: ('one network 100 times',)},
    'guides/06_modes': {_scale: ('from 0 % to 100 %',)},
    'inference/02_prediction': {_figure: ('between -60 and 20 nats',)},
    'inference/16_factor_models': {_run: ('the bound is 20 nats lower',)},
    'information/02_mode_proximity': {_figure: ('from 6.5 to 17.5 nats',)},
    'information/03_permanents': {_exercise: ('entries up to 600 nats apart',), _run: ('above 700 nats after 200 rounds',),
        _theory: ('An entry 60 nats (in double precision 700)',)},
    'information/06_unit_information': {_figure: ('falls from 3.18 to 2.48 to 0 nats',)},
    'metrics/01_scores': {_exercise: ('does 90 % mean 90 %?',), _scale: ('contain 90 % of the targets?',)},
    'metrics/02_intervals': {_setting: ('quantiles of 5 and 95 %',)},
    'runs/13_sklearn': {_scale: ('Bands of 90 %',)},
    'symmetry/02_permutations': {_theory: ('from about 1 nat at 2 units', 'horizontal line at 6.9 nats', 'account for 6.9 nats at most')}}
