import { describeConformance, type ConformanceSubject } from './conformance.ts';
import { providers } from './index.ts';

const subjectOf = async (id: string): Promise<ConformanceSubject> => {
  const module = (await import(`./${id}/conformance-subject.ts`)) as { subject: ConformanceSubject };
  return module.subject;
};

for (const create of providers) {
  const { id } = create();
  describeConformance(id, await subjectOf(id));
}
