import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { sayCount } from '@benchloop/ui';
import type { BuildAnswer, ModelsAnswer } from '@benchloop/spec';
import { sayModel } from '../../data/model-name.ts';
import { Loading, PageProblem, Problem } from '../../shell/problem.tsx';
import { useModels } from '../models/data.ts';
import { PreflightPanel } from '../models/preflight-panel.tsx';
import { jobsOf, keyOfStack, missingIn, type Choice, type Stack } from './choice.ts';
import { useBuild, usePreflight, useStart } from './data.ts';
import { Estimate } from './estimate.tsx';
import { HarnessChoice, LimitChoice, ProfileChoice } from './plan-choice.tsx';
import { offersOf, StackChoice } from './stack-choice.tsx';

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The stack that the address of the page names, such as that of a model's card. */
const stackOfAddress = (search: Record<string, unknown>): Stack[] => {
  const [model, provider, endpoint] = [textIn(search['model']), textIn(search['provider']), textIn(search['endpoint'])];
  if (model === undefined) return [];
  return [{ model, ...(provider === undefined ? {} : { provider }), ...(endpoint === undefined ? {} : { endpoint }) }];
};

const without = (stacks: readonly Stack[], stack: Stack): Stack[] => stacks.filter((one) => keyOfStack(one) !== keyOfStack(stack));

type FormProps = { build: BuildAnswer; found: ModelsAnswer; first: Stack[]; suite: string | undefined };

const Form = ({ build, found, first, suite }: FormProps) => {
  const [choice, setChoice] = useState<Choice>({
    stacks: first,
    harnesses: ['raw'],
    profile: suite === undefined ? 'smoke' : 'custom',
    suites: suite === undefined ? [] : [suite],
    think: 'default',
    limits: {},
  });
  const [typed, setTyped] = useState<Stack[]>(first);
  const [checking, setChecking] = useState(false);
  const [groupId] = useState(() => crypto.randomUUID());
  const start = useStart();
  const preflight = usePreflight();
  const navigate = useNavigate();
  const change = (part: Partial<Choice>): void => setChoice((before) => ({ ...before, ...part }));
  const jobs = jobsOf(choice, groupId);
  const missing = missingIn(choice);
  const toggle = (stack: Stack): void => {
    const rest = without(choice.stacks, stack);
    change({ stacks: rest.length === choice.stacks.length ? [...rest, stack] : rest });
  };
  const add = (stack: Stack): void => {
    setTyped([...without(typed, stack), stack]);
    change({ stacks: [...without(choice.stacks, stack), stack] });
  };
  const check = (): void => {
    if (jobs[0] === undefined) return;
    setChecking(true);
    preflight.mutate(jobs[0].settings);
  };
  return (
    <div className="app-stack">
      <h1>Benchmark</h1>
      <StackChoice offers={offersOf(found.models, typed)} chosen={choice.stacks} onToggle={toggle} onAdd={add} />
      <HarnessChoice build={build} choice={choice} onChange={change} />
      <ProfileChoice build={build} choice={choice} onChange={change} />
      <LimitChoice choice={choice} onChange={change} />
      {missing === null ? <Estimate jobs={jobs} /> : null}
      {checking ? (
        <PreflightPanel name={sayModel(preflight.variables?.model)} state={preflight} onClose={() => setChecking(false)} />
      ) : null}
      {start.error === null ? null : <Problem error={start.error} />}
      <div className="app-start">
        <button
          type="button"
          className="app-primary"
          disabled={missing !== null || start.isPending}
          onClick={() => start.mutate(jobs, { onSuccess: () => void navigate({ to: '/queue' }) })}
        >
          {jobs.length > 1 ? `Start ${sayCount(jobs.length, 'run')}` : 'Start the run'}
        </button>
        <button type="button" disabled={missing !== null || preflight.isPending} onClick={check}>
          {jobs.length > 1 ? 'Check the first stack' : 'Check this stack'}
        </button>
        <span className="bl-note">
          {missing ??
            (jobs.length > 1
              ? `Each of ${sayCount(choice.stacks.length, 'model')} with each of ${choice.harnesses.length === 1 ? '1 harness' : `${choice.harnesses.length} harnesses`}, one after the other for each endpoint.`
              : 'It joins the queue and begins when its endpoint is free.')}
        </span>
      </div>
    </div>
  );
};

/** Choose what to run, see what it takes, start it. */
export const BenchmarkView = () => {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const build = useBuild();
  const found = useModels();
  const error = build.error ?? found.error;
  if (error !== null)
    return <PageProblem title="Benchmark" error={error} onRetry={() => void Promise.all([build.refetch(), found.refetch()])} />;
  if (build.data === undefined || found.data === undefined) return <Loading what="models and suites" />;
  const named = build.data.suites.find(({ id }) => id === search['suite'])?.id;
  return <Form build={build.data} found={found.data} first={stackOfAddress(search)} suite={named} />;
};
