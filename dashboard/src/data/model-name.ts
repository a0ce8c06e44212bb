/** The name in an id of a file on disk, `disk:NAME#DIGEST`; any other name as it is. */
export const sayModel = (id: string | undefined): string => (id === undefined ? 'starter' : id.replace(/^disk:(.*)#[0-9a-f]+$/su, '$1'));
