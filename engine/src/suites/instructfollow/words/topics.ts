/** What a text is about: plural subjects, and actions of a verb and an object, none with an article. */
export type Topic = { title: string; subjects: readonly string[]; actions: readonly string[] };

const topic = (title: string, subjects: string, actions: string): Topic => ({
  title,
  subjects: subjects.split(' '),
  actions: actions.split(', '),
});

export const topics: readonly Topic[] = [
  topic(
    'honey bees',
    'bees hives flowers keepers swarms meadows queens drones',
    'gather nectar, guard combs, find pollen, follow scents, fill jars, make wax, seek shade, warm wood',
  ),
  topic(
    'night trains',
    'trains conductors sleepers platforms tickets carriages tunnels whistles',
    'cross borders, carry mail, wait patiently, join cities, save time, cut noise, bring guests, pass villages',
  ),
  topic(
    'small bakeries',
    'bakers loaves ovens customers rolls apprentices mills recipes',
    'need flour, win praise, smell sweet, keep warmth, use rye, draw crowds, rest overnight, cost little',
  ),
  topic(
    'lighthouses',
    'lamps keepers ships towers lenses sailors cliffs storms',
    'send signals, face waves, cast beams, meet fog, save lives, mark rocks, watch tides, show ways',
  ),
  topic(
    'public libraries',
    'readers shelves novels librarians children maps desks lectures',
    'share stories, hold secrets, offer calm, teach skills, lend books, bring joy, find homes, spark ideas',
  ),
  topic(
    'mountain hiking',
    'hikers trails boots summits maps rivers guides shelters',
    'climb slopes, need water, cross bridges, show paths, reach snow, give rest, follow ridges, start early',
  ),
  topic(
    'community gardens',
    'gardeners seeds tomatoes tools neighbours worms paths beans',
    'grow roots, share work, need rain, feed soil, fill baskets, shape plots, bring colour, rest quietly',
  ),
  topic(
    'old bridges',
    'arches stones masons rivers ropes towns pillars lanterns',
    'span gaps, hold weight, survive floods, link banks, need repair, tell tales, shed light, bear loads',
  ),
  topic(
    'street music',
    'drummers singers violins crowds songs dancers squares coins',
    'play tunes, keep time, fill streets, bring smiles, draw looks, move feet, lift moods, sound bright',
  ),
  topic(
    'winter markets',
    'stalls lights candles visitors merchants bells blankets drinks',
    'sell gifts, glow softly, warm hands, open late, cheer guests, line roads, ring loudly, taste good',
  ),
  topic(
    'city bicycles',
    'riders wheels lanes bells repairs baskets helmets brakes',
    'save fuel, need air, carry bread, beat traffic, turn corners, cost little, help health, stop fast',
  ),
  topic(
    'weather stations',
    'sensors clouds winds gauges records forecasts balloons thermometers',
    'measure rain, warn farmers, track storms, need power, rise slowly, show trends, send numbers, change daily',
  ),
  topic(
    'pottery classes',
    'potters bowls kilns glazes students wheels handles cups',
    'shape clay, need heat, dry slowly, crack easily, spin round, gain shine, hold tea, find buyers',
  ),
  topic(
    'fishing villages',
    'boats nets harbours crews gulls ropes families catches',
    'leave early, follow shoals, dry outside, smell salty, feed towns, return home, face winds, need care',
  ),
];

/** Two adjectives for each letter that begins a sentence somewhere. */
export const adjectives: readonly string[] =
  'active agile bold bright calm careful daring deep eager early fine fresh gentle golden happy humble idle immense jolly joyful keen kind lively lucky modern modest nimble narrow old open patient proud quiet quick rare robust small sturdy tiny tall unusual useful vivid vast warm wise young yellow'.split(
    ' ',
  );

export const adverbs: readonly string[] = 'often always slowly proudly quietly daily gladly usually rarely boldly still also'.split(' ');

/** Adverbial ends of a sentence, without articles. */
export const tails: readonly string[] = [
  'before dawn',
  'after rain',
  'at night',
  'in spring',
  'near water',
  'under trees',
  'without hurry',
  'with pride',
  'during autumn',
  'by moonlight',
  'on weekdays',
  'beyond town',
  'since childhood',
  'through mist',
  'in cold weather',
  'on long evenings',
  'near quiet ponds',
  'with great skill',
  'from distant places',
  'for many years',
  'under grey skies',
  'after short breaks',
];

export const palindromeTails: readonly string[] = ['at noon', 'by kayak', 'on radar', 'with mum', 'for civic pride', 'on deck level'];
export const placeholderTails: readonly string[] = ['near [place]', 'with [name]', 'on [date]', 'for [price]', 'at [time]'];

export const acrosticWords: readonly string[] =
  'amber bread brick candy cedar chair cloud coast crown dairy dance eagle earth fairy field flame frost glove grape guard heart hotel house ideal jolly judge knife label lemon light lunar maple marsh melon money night noble ocean olive opera paint party piano plant pouch radio river robin salad scarf shore siren smile solar stage stone storm sugar table tidal tiger tower trail union urban video vocal water wharf world yacht young'.split(
    ' ',
  );
