/** Sentences of one subject in one language: some hold the first word, some the second, the rest neither. */
export type SentenceBank = {
  words: readonly [string, string];
  first: readonly string[];
  second: readonly string[];
  other: readonly string[];
};
export type BankLanguage = 'de' | 'es' | 'fr' | 'ja';

export const languageNames: Record<BankLanguage, string> = { de: 'German', es: 'Spanish', fr: 'French', ja: 'Japanese' };

/** Subjects in English, as the prompt names them; the banks of each language follow the same order. */
export const bankSubjects: readonly string[] = ['a market', 'a train journey', 'a day at the sea'];

export const banks: Record<BankLanguage, readonly SentenceBank[]> = {
  de: [
    {
      words: ['Markt', 'Obst'],
      first: ['Am Morgen ist der Markt noch ruhig und leer.', 'Der Markt in der alten Stadt ist für alle da.'],
      second: ['Das Obst ist frisch und kommt aus dem Garten.', 'Man findet hier auch Obst von den kleinen Höfen.'],
      other: [
        'Die Leute sprechen mit den Bauern.',
        'Es wird nicht laut und es ist schön.',
        'Am Abend sind die Stände leer.',
        'Die Kinder sehen sich die Blumen an.',
      ],
    },
    {
      words: ['Zug', 'Bahnhof'],
      first: ['Der Zug fährt durch das Tal und über den Fluss.', 'Mit dem Zug ist die Reise nicht sehr lang.'],
      second: ['Am Bahnhof ist es noch dunkel und kalt.', 'Der Bahnhof hat eine große Halle aus Stein.'],
      other: [
        'Die Fahrt ist ruhig und das Licht ist warm.',
        'Wir sehen die Felder vor den Bergen.',
        'Ein Kind schläft auf dem Sitz.',
        'Es gibt auch einen Wagen mit Betten.',
      ],
    },
    {
      words: ['Meer', 'Strand'],
      first: ['Das Meer ist am Morgen ruhig und blau.', 'Über dem Meer sind nur wenige Wolken zu sehen.'],
      second: ['Der Strand ist lang und nicht sehr breit.', 'Am Strand sind die Kinder mit ihren Eimern.'],
      other: [
        'Die Luft ist klar und der Wind ist mild.',
        'Wir gehen nach dem Essen noch ein Stück.',
        'Ein Boot liegt in der Bucht.',
        'Am Abend wird es kühl und die Sonne sinkt.',
      ],
    },
  ],
  es: [
    {
      words: ['mercado', 'fruta'],
      first: ['El mercado de la plaza es muy tranquilo por la mañana.', 'En el mercado se habla con los vecinos.'],
      second: ['La fruta es fresca y no es cara.', 'Hay fruta de todo el valle en las mesas.'],
      other: [
        'Los niños miran las flores y los colores.',
        'El pan está caliente y huele muy bien.',
        'Por la tarde ya no hay nadie en la calle.',
        'La gente vuelve a su casa con las bolsas.',
      ],
    },
    {
      words: ['tren', 'estación'],
      first: ['El tren sale de la ciudad por la noche.', 'En el tren no hay mucho ruido.'],
      second: ['La estación está cerca de la plaza.', 'En la estación hay un reloj muy grande.'],
      other: [
        'Los viajeros leen y hablan con la familia.',
        'El viaje es largo pero no es caro.',
        'Se ven los campos y las montañas.',
        'Un hombre duerme junto a la puerta.',
      ],
    },
    {
      words: ['mar', 'playa'],
      first: ['El mar está en calma y es muy azul.', 'Desde la casa se ve el mar.'],
      second: ['La playa es larga y no está lejos.', 'En la playa hay niños con sus perros.'],
      other: [
        'El viento es suave por la tarde.',
        'Los barcos vuelven al puerto con la luz.',
        'Comemos pan y queso en la arena.',
        'Al final del día la arena está fría.',
      ],
    },
  ],
  fr: [
    {
      words: ['marché', 'fruits'],
      first: ['Le marché de la place est très calme le matin.', 'Au marché on parle avec les voisins.'],
      second: ['Les fruits sont frais et ne sont pas chers.', 'Il y a des fruits de la vallée sur les tables.'],
      other: [
        'Les enfants regardent les fleurs et les couleurs.',
        'Le pain est chaud et il sent bon.',
        'Le soir la rue est vide et calme.',
        'Les gens rentrent avec leurs sacs.',
      ],
    },
    {
      words: ['train', 'gare'],
      first: ['Le train part de la ville dans la nuit.', 'Dans le train il y a peu de bruit.'],
      second: ['La gare est au centre de la ville.', 'Dans la gare on voit une grande horloge.'],
      other: [
        'Les voyageurs lisent ou parlent avec leur famille.',
        'Le voyage est long mais il est beau.',
        'On voit les champs et les montagnes.',
        'Un homme dort sur le siège.',
      ],
    },
    {
      words: ['mer', 'plage'],
      first: ['La mer est calme et très bleue ce matin.', 'De la maison on voit la mer.'],
      second: ['La plage est longue et elle est belle.', 'Sur la plage il y a des enfants et des chiens.'],
      other: [
        'Le vent est doux dans les arbres.',
        'Les bateaux rentrent au port avec la lumière.',
        'On mange du pain et du fromage sur le sable.',
        'Le soir il y a des étoiles sur les vagues.',
      ],
    },
  ],
  ja: [
    {
      words: ['市場', '果物'],
      first: ['朝の市場はとても静かです。', '市場には近くの人がたくさん来ます。'],
      second: ['新しい果物が机の上に並んでいます。', 'この果物は山の村から来ました。'],
      other: [
        '子どもたちは花を見ています。',
        '温かいパンのいいにおいがします。',
        '夕方になると店は閉まります。',
        'みんな楽しそうに話しています。',
      ],
    },
    {
      words: ['電車', '駅'],
      first: ['夜の電車は町をゆっくり出ます。', '電車の中はとても静かです。'],
      second: ['駅は町の真ん中にあります。', '古い駅には大きな時計があります。'],
      other: [
        '窓から畑と山が見えます。',
        '旅は長いですがとても楽しいです。',
        '小さな子どもが席で寝ています。',
        '朝になると空が明るくなります。',
      ],
    },
    {
      words: ['海', '浜辺'],
      first: ['朝の海は青くてとても静かです。', '家の窓から海が見えます。'],
      second: ['浜辺は長くて白いです。', '浜辺で子どもと犬が走っています。'],
      other: ['風はやさしくて暖かいです。', '夕方に船が港へ帰ります。', '私たちはパンとチーズを食べます。', '夜には星がたくさん見えます。'],
    },
  ],
};
