"""Records reference values for the statistics tests: `python record.py > reference.json`

Made with scipy 1.17.1 and numpy 2.4.6 on Python 3.11. Counting values are exact fractions of the standard library.
"""

import json
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from scipy import stats

wilson = []
for n in (1, 2, 3, 6, 10, 20, 48, 60, 180, 1000):
    for passed in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        for confidence in (0.9, 0.95, 0.99):
            low, high = stats.binomtest(passed, n).proportion_ci(confidence, method="wilson")
            wilson.append({"n": n, "passed": passed, "confidence": confidence, "low": float(low), "high": float(high)})

normal = {
    "cdf": [{"x": float(x), "p": float(stats.norm.cdf(x))} for x in (-8, -5, -4, -3.999, -2.5, -1.96, -1, -0.1, 0, 0.3, 1, 1.6449, 2.5, 4, 6)],
    "quantile": [
        {"p": p, "x": float(stats.norm.ppf(p))}
        for p in (1e-12, 1e-6, 0.001, 0.005, 0.025, 0.05, 0.1, 0.3, 0.49, 0.5, 0.75, 0.9, 0.95, 0.975, 0.995, 0.9999)
    ],
}

pass_at_k = []
for n in range(1, 9):
    for passed in range(n + 1):
        for k in sorted({1, 2, n // 2, n} & set(range(1, n + 1))):
            pass_at_k.append(
                {
                    "n": n,
                    "passed": passed,
                    "k": k,
                    "passAt": float(1 - Fraction(comb(n - passed, k), comb(n, k))),
                    "passAll": float(Fraction(comb(passed, k), comb(n, k))),
                }
            )
            results = [index < passed for index in range(n)]
            subsets = list(combinations(results, k))
            assert pass_at_k[-1]["passAt"] == float(Fraction(sum(any(s) for s in subsets), len(subsets)))
            assert pass_at_k[-1]["passAll"] == float(Fraction(sum(all(s) for s in subsets), len(subsets)))

rng = np.random.default_rng(3)
quantiles = []
for size in (1, 2, 3, 4, 5, 7, 19, 20, 21, 40, 100):
    samples = np.round(rng.lognormal(3, 0.8, size), 3)
    for share in (0.05, 0.25, 0.5, 0.9, 0.95, 1.0):
        quantiles.append(
            {
                "samples": samples.tolist(),
                "share": share,
                "nearestRank": float(np.quantile(samples, share, method="inverted_cdf")),
                "interpolated": float(np.quantile(samples, share, method="linear")),
                "median": float(np.median(samples)),
            }
        )

# scipy's own resamples are recorded, so that the limits are compared exactly and not by chance.
bootstrap = []
for name, values in {
    "pass or fail": [1.0] * 9 + [0.0] * 21,
    "partial scores": np.round(rng.beta(2, 1, 24), 2).tolist(),
    "skewed times": np.round(rng.lognormal(1, 0.9, 30), 2).tolist(),
    "few tasks": [0.0, 0.25, 0.5, 1.0, 1.0, 1.0],
    "one low task": [1.0] * 11 + [0.1],
}.items():
    for confidence in (0.9, 0.95):
        for method in ("percentile", "BCa"):
            result = stats.bootstrap(
                (np.array(values),), np.mean, n_resamples=250, confidence_level=confidence, method=method, rng=np.random.default_rng(7)
            )
            bootstrap.append(
                {
                    "name": name,
                    "values": values,
                    "method": method.lower(),
                    "confidence": confidence,
                    "distribution": np.sort(result.bootstrap_distribution).tolist() if confidence == 0.9 and method == "percentile" else None,
                    "low": float(result.confidence_interval.low),
                    "high": float(result.confidence_interval.high),
                }
            )

print(json.dumps({"wilson": wilson, "normal": normal, "passAtK": pass_at_k, "quantiles": quantiles, "bootstrap": bootstrap}, separators=(",", ":")))
