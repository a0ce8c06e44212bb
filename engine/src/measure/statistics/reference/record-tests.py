"""Records reference values for intervals and tests of paired runs: `python record-tests.py > tests.json`

Made with scipy 1.17.1, statsmodels 0.15.0 and numpy 2.4.6 on Python 3.11. Where neither package has the method (Tango's
interval, mid-p by definition), the value is computed here in another way than in the product: by maximising the likelihood,
or by adding up the probabilities of every outcome.
"""

import json
from itertools import product

import numpy as np
from scipy import optimize, stats
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import zt_ind_solve_power
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import ttost_paired

rng = np.random.default_rng(11)

clopper_pearson = []
for n in (1, 2, 3, 5, 10, 30, 60, 180, 1000):
    for passed in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        for confidence in (0.9, 0.95, 0.99):
            low, high = proportion_confint(passed, n, alpha=1 - confidence, method="beta")
            low = 0.0 if passed == 0 else low
            high = 1.0 if passed == n else high
            clopper_pearson.append({"n": n, "passed": passed, "confidence": confidence, "low": float(low), "high": float(high)})

student = []
for degrees in (1, 2, 3, 5.5, 10, 29, 179, 1000):
    for t in (-6, -2.1, -0.3, 0, 0.01, 1, 2.5, 8):
        student.append({"degrees": degrees, "t": t, "p": float(stats.t.cdf(t, degrees))})
student_quantile = []
for degrees in (1, 2, 3, 5.5, 10, 29, 179, 1000):
    for p in (0.001, 0.025, 0.1, 0.4999, 0.5, 0.7, 0.975, 0.9999):
        student_quantile.append({"degrees": degrees, "p": p, "t": float(stats.t.ppf(p, degrees))})

mcnemar_cases = []
for gained in (0, 1, 2, 3, 5, 8, 13, 21, 60):
    for lost in (0, 1, 2, 4, 7, 12, 20, 55):
        if gained + lost == 0:
            continue
        exact = float(mcnemar([[10, gained], [lost, 10]], exact=True).pvalue)
        n, fewer = gained + lost, min(gained, lost)
        # Every outcome of n fair coins: those less likely than the one seen, and half of those as likely.
        chances = stats.binom.pmf(np.arange(n + 1), n, 0.5)
        gap = np.abs(2 * np.arange(n + 1) - n)
        seen = abs(gained - lost)
        mid = float(chances[gap > seen].sum() + 0.5 * chances[gap == seen].sum())
        mcnemar_cases.append({"gained": gained, "lost": lost, "exact": min(1.0, exact), "midP": mid})




def score(difference, n, gained, lost):
    least, most = max(0.0, -difference), (1 - difference) / 2
    # Stationary points of the concave likelihood lie where its slope changes sign.
    def slope(q):
        total = 0.0
        if lost:
            total += lost / q
        if gained:
            total += gained / (q + difference)
        if n - gained - lost:
            total -= 2 * (n - gained - lost) / (1 - difference - 2 * q)
        return total

    edge = 1e-13
    if slope(least + edge) <= 0:
        q = least
    elif slope(most - edge) >= 0:
        q = most
    else:
        q = optimize.brentq(slope, least + edge, most - edge, xtol=1e-15, rtol=1e-15)
    variance = n * (2 * q + difference - difference**2)
    return (gained - lost - n * difference) / np.sqrt(max(variance, 1e-300))


tango = []
for n, gained, lost in [
    (10, 0, 0), (30, 0, 0), (180, 0, 0), (10, 1, 0), (30, 1, 0), (30, 0, 4), (30, 5, 0), (30, 3, 3), (30, 8, 1), (30, 2, 9),
    (44, 1, 0), (54, 9, 1), (32, 7, 14), (50, 12, 14), (60, 20, 5), (60, 1, 25), (100, 5, 3), (180, 12, 30), (180, 1, 1),
    (180, 60, 59), (600, 30, 18), (1000, 41, 90), (30, 29, 1), (30, 15, 15), (12, 11, 0),
]:
    for confidence in (0.9, 0.95, 0.99):
        z = stats.norm.ppf(0.5 + confidence / 2)
        value = (gained - lost) / n
        low = optimize.brentq(lambda d: score(d, n, gained, lost) - z, -1 + 1e-9, value - 1e-12, xtol=1e-14)
        high = optimize.brentq(lambda d: score(d, n, gained, lost) + z, value + 1e-12, 1 - 1e-9, xtol=1e-14)
        tango.append({"n": n, "gained": gained, "lost": lost, "confidence": confidence, "low": low, "high": high})

holm = []
for size in (1, 2, 3, 5, 6, 10, 30):
    for _ in range(4):
        p = np.round(rng.beta(0.4, 2, size), 6)
        holm.append({"p": p.tolist(), "adjusted": multipletests(p, method="holm")[1].tolist()})

permutation = []
for size in (1, 2, 3, 6, 9, 12):
    for shift in (0.0, 0.1, 0.4):
        differences = np.round(rng.normal(shift, 0.4, size), 2)
        p = stats.permutation_test(
            (differences,), np.sum, permutation_type="samples", n_resamples=np.inf, alternative="two-sided"
        ).pvalue if size > 1 else 1.0
        # Written out: every pattern of signs, those at least as far from zero.
        signs = np.array(list(product((-1, 1), repeat=size)))
        sums = np.abs(signs @ differences)
        written = float(np.mean(sums >= abs(differences.sum()) - 1e-9))
        assert abs(written - p) < 1e-9, (differences, written, p)
        permutation.append({"differences": differences.tolist(), "p": written})

tost = []
for size in (3, 10, 30, 180):
    for shift in (0.0, 0.02, -0.05):
        for margin in (0.03, 0.1):
            a = np.round(rng.beta(3, 2, size), 3)
            b = np.round(np.clip(a + rng.normal(shift, 0.1, size), 0, 1), 3)
            p = float(ttost_paired(b, a, -margin, margin)[0])
            tost.append({"a": a.tolist(), "b": b.tolist(), "margin": margin, "p": p})

power = []
for tasks in (10, 30, 60, 180, 1000):
    for deviation in (0.1, 0.4, 0.7):
        for effect in (0.5, 1.0):
            size = effect * 3 / np.sqrt(tasks)
            reached = zt_ind_solve_power(effect_size=size, nobs1=tasks, alpha=0.025, ratio=0, alternative="larger")
            power.append({"tasks": tasks, "deviation": deviation, "power": float(reached), "effect": float(size) * deviation})

# Several samples at once: suites of a composite, with scipy's own resamples recorded.
stratified = []
for name, samples in {
    "two suites": [np.round(rng.beta(2, 1, 12), 2), (rng.random(20) < 0.6).astype(float)],
    "three suites": [np.round(rng.beta(1, 2, 8), 2), (rng.random(15) < 0.3).astype(float), np.round(rng.normal(0.5, 0.1, 10), 3)],
}.items():
    weights = np.arange(1, len(samples) + 1) / sum(range(1, len(samples) + 1))

    def composite(*values, axis=-1):
        return sum(w * np.mean(v, axis=axis) for w, v in zip(weights, values))

    for confidence in (0.9, 0.95):
        result = stats.bootstrap(
            samples, composite, n_resamples=300, confidence_level=confidence, method="BCa", rng=np.random.default_rng(5), vectorized=True
        )
        stratified.append(
            {
                "name": name,
                "weights": weights.tolist(),
                "samples": [s.tolist() for s in samples],
                "confidence": confidence,
                "distribution": np.sort(result.bootstrap_distribution).tolist(),
                "low": float(result.confidence_interval.low),
                "high": float(result.confidence_interval.high),
            }
        )

# The Rasch model by conditional likelihood is a conditional logit with one group per row and one column per run.
rasch = []
for runs, rows in ((2, 40), (3, 40), (5, 60), (8, 90)):
    ability = rng.normal(0, 1, runs)
    difficulty = rng.normal(0, 1, rows)
    passed = rng.random((rows, runs)) < 1 / (1 + np.exp(difficulty[:, None] - ability[None, :]))
    contrasts = np.vstack([np.zeros(runs - 1), np.eye(runs - 1)])
    model = ConditionalLogit(passed.ravel().astype(int), np.tile(contrasts, (rows, 1)), groups=np.repeat(np.arange(rows), runs))
    fit = model.fit(method="newton", maxiter=200, disp=0)
    centring = (np.eye(runs) - 1 / runs) @ contrasts
    covariance = centring @ fit.cov_params() @ centring.T
    rasch.append(
        {
            "rows": passed.tolist(),
            "value": (centring @ fit.params).tolist(),
            "standardError": np.sqrt(np.diag(covariance)).tolist(),
        }
    )

print(
    json.dumps(
        {
            "clopperPearson": clopper_pearson,
            "student": student,
            "studentQuantile": student_quantile,
            "mcnemar": mcnemar_cases,
            "tango": tango,
            "holm": holm,
            "permutation": permutation,
            "tost": tost,
            "power": power,
            "stratified": stratified,
            "rasch": rasch,
        },
        separators=(",", ":"),
    )
)
