/** Saves a text as a file of the browser's downloads. */
export const DownloadButton = ({ text, name, type, children }: { text: () => string; name: string; type: string; children: string }) => {
  const save = () => {
    const address = URL.createObjectURL(new Blob([text()], { type }));
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    // A browser may read it after the click.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <button type="button" className="lab-button" onClick={save}>
      {children}
    </button>
  );
};
