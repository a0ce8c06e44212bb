/** A string that is not accepted where another kind of id is asked for, but that a plain literal satisfies. */
type Id<Kind extends string> = string & { readonly idKind?: Kind };

export type SuiteId = Id<'suite'>;
export type TaskId = Id<'task'>;
export type TrialId = Id<'trial'>;
export type RunId = Id<'run'>;
export type ProviderId = Id<'provider'>;
export type HarnessId = Id<'harness'>;
export type ScorerId = Id<'scorer'>;
export type ProfileId = Id<'profile'>;
