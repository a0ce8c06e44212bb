/** Who asks and for what; together some ten thousand frames, so that no two sets share their questions. */
export const names: readonly string[] =
  'Mira Jonas Adaeze Tomás Ingrid Kenji Leila Oskar Priya Mateo Signe Yusuf Clara Dmitri Noor Emeka Hana Lukas Amina Rafael Sofia Tariq Elena Viktor Wanda Bashir Greta Hugo Ines Pavel'.split(
    ' ',
  );

export const cities: readonly string[] =
  'Oslo Tartu Ghent Porto Lund Graz Turku Basel Cork Delft Gdansk Lyon Malaga Nantes Parma Riga Split Tromso Utrecht Vilnius Zadar Bergen Leeds Bari Kaunas Bonn Galway Tampere Aarhus Bilbao'.split(
    ' ',
  );

export const outlets: readonly string[] = [
  'a newsletter',
  'a notice board',
  'a school magazine',
  'a club page',
  'a local paper',
  'a museum leaflet',
  'a radio announcement',
  'a family letter',
  'an exhibition label',
  'a travel guide',
  'a community calendar',
  'a library display',
];
