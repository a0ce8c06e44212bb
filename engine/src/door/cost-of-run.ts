import type { Report, Run, RunCost } from '@benchloop/spec';
import { isPrivateHost } from '../kit/http/key-safety.ts';
import { isLoopbackHost } from '../kit/loopback.ts';
import { costOf, priceOf, type PricedModel, type PriceList } from '../models/prices.ts';

const hostOf = ({ plan }: Run): string | null =>
  plan.endpoint.value !== null && URL.canParse(plan.endpoint.value) ? new URL(plan.endpoint.value).hostname : null;

/** Whether somebody may send a bill: it runs elsewhere, and not on another machine of a private network. */
const isPaidFor = (run: Run, model: PricedModel, prices: PriceList): boolean => {
  if (run.plan.place.value !== 'remote') return false;
  // A server of this machine that is remote all the same passes requests on.
  const isOwn = model.host !== null && isPrivateHost(model.host) && (!isLoopbackHost(model.host) || run.plan.place.origin !== 'found');
  return !isOwn || priceOf(model, prices) !== null;
};

const whyUnknown = (model: PricedModel, prices: PriceList): string =>
  priceOf(model, prices) === null
    ? `the list has no price for ${model.name} of ${model.providerId}${model.host === null ? '' : ` at ${model.host}`}`
    : 'their token counts were not told, or the price is not for prompts of that length or for cached input';

/** What the calls of a run cost at these prices; null where the model runs on the person's own hardware. */
export const costOfRun = ({ run, trials }: Pick<Report, 'run' | 'trials'>, prices: PriceList): RunCost | null => {
  if (run.model === null) return null;
  const model: PricedModel = { providerId: run.model.providerId, name: run.model.name, host: hostOf(run) };
  if (!isPaidFor(run, model, prices)) return null;
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const costs = trials.map(({ id, calls }) => ({ id, calls: calls.map(({ usage }) => costOf(usage, model, prices)?.amount ?? null) }));
  const all = costs.flatMap(({ calls }) => calls);
  const known = all.filter((amount) => amount !== null);
  return {
    currency: prices.currency,
    dated: prices.dated,
    list: prices.list,
    amount: known.length === 0 ? null : sum(known),
    calls: all.length,
    pricedCalls: known.length,
    unknownBecause: known.length === all.length ? null : whyUnknown(model, prices),
    trials: Object.fromEntries(
      costs.map(({ id, calls }) => [id, calls.includes(null) ? null : sum(calls.filter((amount) => amount !== null))]),
    ),
  };
};
