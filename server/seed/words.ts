/** Words of support that donors left with a gift. */
export const wordsOfSupport: Readonly<Record<'en' | 'ar', readonly string[]>> = {
  en: [
    'May Allah accept it from all of us.',
    'For my late father, who dug wells for a living.',
    'A small amount from a student. I will be back after payday, in sha Allah.',
    'JazakumAllahu khayran for the clear accounts. That is why I give here.',
    'Our Friday circle collected this over tea.',
    'Given on behalf of my grandmother, who asked for exactly this one.',
    'I am not Muslim, but I like how you do things.',
    'From the fourth floor: well done, and keep going.',
    'For our daughter’s aqiqah. May every child have what she has.',
    'I visited last year and saw it with my own eyes. It is real.',
    'May it be a light for you on the day it is needed.',
    'Half of my first salary. The other half went to my mother.',
    'With love from the night shift.',
    'Thank you for not using sad pictures.',
    'In memory of Khala Zubaida, who fed the whole street.',
    'May Allah put barakah in the hands that build it.',
    'My children emptied their savings box and counted it twice.',
    'Salam from Glasgow. It is raining, in case you wondered.',
    'For everyone who said yes when I was new here.',
    'A little every Friday. It adds up, al-hamdu lillah.',
  ],
  ar: [
    'تقبّل الله منّا ومنكم.',
    'عن والدي رحمه الله، وكان يحبّ هذا العمل.',
    'جزاكم الله خيرًا على وضوح الحساب.',
    'مبلغ بسيط، ونسأل الله القبول.',
    'عن جدّتي التي علّمتنا ألّا نردّ سائلًا.',
    'بارك الله في كلّ يد تعمل معكم.',
    'من موظّفي الوردية الليلية مع المودّة.',
    'نسأل الله أن يجعله صدقة جارية.',
    'جمعناها في مجلس الجمعة.',
    'أسعدكم الله كما تسعدون الناس.',
  ],
}

/** What donors write where a giving level asks for a note. */
export const notes: readonly string[] = [
  'In memory of Hajji Yusuf',
  'From the Rahman family',
  'For Maryam, who loves trees',
  'With thanks to our teachers',
  'عن أبي وأمي',
  'Bismillah',
  'For Amal, aged seven',
  'From the Tuesday readers',
]

/** Streets of tax and postal addresses; none is anybody’s. */
export const streets: readonly string[] = [
  'Sample Street',
  'Specimen Road',
  'Example Lane',
  'Placeholder Avenue',
  'Model Close',
  'Demo Gardens',
]
export const postalCodes: Readonly<Record<string, readonly string[]>> = {
  GB: ['LE1 0XX', 'B1 0XX', 'E1 0XX', 'M1 0XX'],
  US: ['48126', '77036', '60629', '10029'],
  CA: ['L5A 1A1', 'M4B 1B3', 'T2A 1A1'],
}
export const states: Readonly<Record<string, readonly string[]>> = {
  US: ['MI', 'TX', 'IL', 'NY'],
  CA: ['ON', 'QC', 'AB'],
}
