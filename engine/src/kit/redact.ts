const mark = '[redacted]';
/** Shorter texts would blot out ordinary words. */
const minSecretLength = 4;

/** The forms in which a server may send a secret back. */
const formsOf = (secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => secret.length >= minSecretLength)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .sort((a, b) => b.length - a.length);

/** The text with every secret replaced. */
export const redact = (text: string, secrets: readonly string[]): string =>
  formsOf(secrets).reduce((kept, secret) => kept.replaceAll(secret, mark), text);

export type StreamRedactor = {
  push: (text: string) => string;
  /** What was held back because it could have become a secret. */
  end: () => string;
};

/** `redact` for a text in pieces: a secret that is cut in two is found too. */
export const createStreamRedactor = (secrets: readonly string[]): StreamRedactor => {
  const forms = formsOf(secrets);
  let held = '';
  const heldFrom = (text: string): number => {
    const longest = Math.max(0, ...forms.map((form) => form.length - 1));
    for (let at = Math.max(0, text.length - longest); at < text.length; at += 1) {
      const tail = text.slice(at);
      if (forms.some((form) => form.startsWith(tail))) return at;
    }
    return text.length;
  };
  return {
    push: (text) => {
      if (forms.length === 0) return text;
      const clean = redact(held + text, secrets);
      const cut = heldFrom(clean);
      held = clean.slice(cut);
      return clean.slice(0, cut);
    },
    end: () => {
      const rest = held;
      held = '';
      return rest;
    },
  };
};
