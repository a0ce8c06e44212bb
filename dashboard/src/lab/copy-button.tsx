import { useState } from 'react';

/** Copies a text and says so; where the browser refuses, it says that instead. */
export const CopyButton = ({ text, children }: { text: () => string; children: string }) => {
  const [said, setSaid] = useState<string | null>(null);
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => true,
      () => false,
    );
    setSaid(done ? 'Copied' : 'The browser refused; select the text and copy it');
    setTimeout(() => setSaid(null), 3000);
  };
  return (
    <>
      <button type="button" className="lab-button" onClick={() => void copy()}>
        {children}
      </button>
      <span className="lab-note" role="status">
        {said}
      </span>
    </>
  );
};
