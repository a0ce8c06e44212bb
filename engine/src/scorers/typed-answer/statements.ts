import { readCurrency } from './currencies.ts';
import { unitOf } from './units.ts';

/** Words that turn a value into another statement, so that the value before or after them does not stand alone. */
const turningWords =
  /\b(?:not|no|never|nor|neither|isn't|aren't|wasn't|either|or|and|to|between|minus|plus|less|more|fewer|than|above|below|over|under|except|without|unless|if|maybe|perhaps|dozen|dozens|hundred|hundreds|thousands?|millions?|billions?|percent|half|halves|thirds?|quarters?|remainder|twice|double|triple|square|squared|root|sum|product|difference|plus|times|wrong|incorrect)\b/i;

const leadIn =
  /^[^\d]*?\b(?:is|are|was|were|will be|would be|equals|costs?|takes?|has|have|gets?|pays?|contains?|arrives? at|ends? at|starts? at)\s+(?:(?:exactly|about|approximately|therefore|thus)\s+)?/i;

const mostTailWords = 6;

/** True for a few plain words that add nothing to a value: "apples", "of the tickets". */
export const isHarmlessTail = (text: string): boolean => {
  const words = text.trim().split(/\s+/);
  return (
    text.trim() === '' ||
    (words.length <= mostTailWords && words.every((word) => /^[a-z][a-z'-]*$/i.test(word)) && !turningWords.test(text))
  );
};

const colonLead = /^[a-z][a-z ,'()-]{0,60}:\s+/i;
const denyingWords = /\b(?:not|no|never|nor|neither|or|either|wrong|incorrect|except|without|unless)\b/i;

/** The value without an introduction such as "The total is" or "Total:"; null when there is none or it changes the meaning. */
export const withoutLeadIn = (value: string): string | null => {
  const label = colonLead.exec(value)?.[0];
  if (label !== undefined) return denyingWords.test(label) ? null : value.slice(label.length);
  const lead = leadIn.exec(value)?.[0];
  if (lead === undefined || lead.length > 120 || turningWords.test(lead)) return null;
  return value.slice(lead.length);
};

const wordsLead = /^[a-z][a-z ,'-]{0,80}?\s(?=[-+$€£]?\d)/i;

/** The value without plain words before its first digit: "The tank is full after 134 minutes". For numbers only. */
export const fromFirstNumber = (value: string): string | null => {
  const lead = wordsLead.exec(value)?.[0];
  return lead === undefined || turningWords.test(lead) ? null : value.slice(lead.length);
};

const approximate = /^(?:≈|~|about|approximately|approx\.?|roughly|exactly|is)\s*/i;
const named = /^[a-z][a-z _']{0,40}$/i;
const operator = /\d\D*[+*×÷]|\dx\d|\d.* [-/x] |\(/;

const isUnitWord = (word: string): boolean => word === 'x' || unitOf(word) !== null || readCurrency(word) !== null;

/** Pure arithmetic: digits, operators, and no words but units. */
const isArithmetic = (side: string): boolean =>
  operator.test(side) && /^[\w\s.,+*×÷/()%€$£'-]+$/.test(side) && (side.match(/[a-z]+/gi) ?? []).every(isUnitWord);

/** Sides of an equation that name or work out the value instead of stating it. */
const isWorking = (part: string): boolean => named.test(part) || isArithmetic(part);

const sidesOf = (equation: string): string[] => {
  const sides = equation.split(/\s*[=≈]\s*/).filter((side) => side !== '');
  const values = sides.filter((side) => !isWorking(side));
  return values.length > 0 ? values : sides;
};

const alternativesOf = (text: string): string[] =>
  text
    .replace(/^either\s+/i, '')
    .split(/,?\s*\bor\b\s*|,?\s*\bthat is,?\s+(?=\d)/i)
    .flatMap(sidesOf);

/**
 * All values that an answer line states for one quantity: around "or" and "=", and in closing brackets.
 * Each of them must be right; this is what makes hedging fail and an equivalent in brackets pass.
 */
export const statementsOf = (value: string): string[] => {
  const whole = /^[([{]([^()[\]{}]*)[)\]}]$/.exec(value)?.[1] ?? value;
  const aside = /^(.*\S)\s*\(([^()]*)\)$/.exec(whole);
  const insides = (aside?.[2] ?? '').replace(/^(?:or|that is|i\.e\.|ie|which is|equivalently|=)[,:]?\s*/i, '');
  const stated = alternativesOf(aside?.[1] ?? whole);
  const parts = /\d/.test(insides) && !isWorking(insides) ? [...stated, ...alternativesOf(insides)] : stated;
  return parts.map((part) => part.replace(approximate, '').trim());
};

/** True when a line holds several numbers although one was asked for. */
export const holdsSeveralNumbers = (value: string): boolean => (value.match(/\d+(?:[.,' ]\d{3})*(?:\.\d+)?/g) ?? []).length > 1;

const undeterminedPattern =
  /^(?:(?:it|this|that|the answer|value) )?(?:(?:is|are) )?(?:not (?:be )?determined|(?:cannot|can not|can't|could not|couldn't) be (?:determined|known|decided|found|deduced)|un-?determined|(?:not|in|un)-?determina(?:te|ble)|(?:not enough|insufficient|too little) (?:information|data)|impossible to (?:say|tell|know|determine)|unknown)$/i;

/** True for "not determined" and its evident spellings. */
export const saysUndetermined = (value: string): boolean => undeterminedPattern.test(value.replace(/[.\s]+$/, '').trim());
