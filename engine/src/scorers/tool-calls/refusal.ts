import { foldedText } from './text.ts';

/** Longer replies explain something, and are judged like any other. */
const refusalLengthMax = 400;

/** Whether a text evidently declines: short, and it begins by saying so. */
export const isRefusal = (text: string): boolean =>
  text.length <= refusalLengthMax &&
  /^(?:(?:i'm|i am|we're|we are) (?:very |so |really )?sorry,?|sorry,?|(?:i )?apologi[sz]e,?|unfortunately,?)?[ ,.]*(?:but )?(?:as an ai[^,.]*,? )?i (?:can't|cannot|can not|won't|will not|am not able to|am unable to|'m unable to|must decline|have to decline|refuse)\b/.test(
    foldedText(text).replace("i'm unable", 'i am unable').replace("i'm not able", 'i am not able'),
  );
