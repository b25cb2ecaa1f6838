/** Somebody of a fundraiser's team, as its page shows them. */
export type TeamSeed = {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly does: string
  readonly role: 'organizer' | 'editor' | 'viewer'
}
type NewsSeed = { readonly daysAgo: number; readonly title: string; readonly body: string; readonly by?: string }
/** What a fundraiser of the demo tells beyond its first paragraphs. Every name is invented. */
export type ToldSeed = {
  readonly slug: string
  /** HTML; left out, the story is its paragraphs. */
  readonly story?: string
  readonly zakat?: readonly string[]
  readonly team: readonly TeamSeed[]
  readonly news: readonly NewsSeed[]
}

export const told: readonly ToldSeed[] = [
  {
    slug: 'clean-water-for-tharparkar',
    zakat: ['poor', 'needy'],
    story: `<p>In the sand country of Tharparkar the nearest well is often <strong>four kilometres</strong> away, and its water is brackish. It is the women and the girls who walk, twice a day, before school and after it.</p>
<h2>What a well is here</h2>
<p>A deep well of 180 metres reaches the sweet water below the salt. A solar pump brings it up to a tank at the edge of the village, so that nobody pays for diesel.</p>
<ul><li>drilling and casing: ten days</li><li>pump, panels and tank: four days</li><li>training of two caretakers, one of them a woman</li></ul>
<blockquote><p>My daughters are in the third class now. Before the well there was no third class for them.</p></blockquote>
<p>The words are from Marvi, who keeps the key of the first well, in Mithrio Bhatti.</p>
<h3>Where the money goes</h3>
<ol><li>Eleven wells, each for about 340 people.</li><li>Spare parts for three years, kept in Mithi.</li><li>A test of the water every six months, hung up at the tank.</li></ol>
<p>Each well is made over in writing to named households of limited means, who own it jointly and keep its small repair fund. That is also why zakat may be given for it.</p>
<p>We publish every bill. <a href="https://umeed-trust.example/wells">See the wells that stand</a>.</p>`,
    team: [
      {
        email: 'sana@example.org',
        firstName: 'Sana',
        lastName: 'Qureshi',
        does: 'Runs Umeed Trust',
        role: 'organizer',
      },
      {
        email: 'bilal.sheikh@example.org',
        firstName: 'Bilal',
        lastName: 'Sheikh',
        does: 'Hydrologist',
        role: 'editor',
      },
      {
        email: 'marvi.bheel@example.org',
        firstName: 'Marvi',
        lastName: 'Bheel',
        does: 'Keeps the wells',
        role: 'viewer',
      },
    ],
    news: [
      {
        daysAgo: 3,
        title: 'Water in Vejhiar',
        by: 'bilal.sheikh@example.org',
        body: '<p>At 172 metres, on a Thursday, a little after asr. It is sweet: <strong>410 mg</strong> of salts in a litre, where the old well had 3,800.</p><p>The tank goes up next week, in sha Allah.</p>',
      },
      {
        daysAgo: 12,
        title: 'Two caretakers for every well',
        by: 'sana@example.org',
        body: '<p>Eighteen women and fourteen men have finished the training. They can:</p><ul><li>change a seal and a float</li><li>clean the panels</li><li>read the meter and write it down</li></ul>',
      },
      {
        daysAgo: 26,
        title: 'The rig is back from Diplo',
        by: 'bilal.sheikh@example.org',
        body: '<p>It had a broken mast, and the smith in Diplo mended it in two days. We lost a week and not a rupee: he would not take any.</p>',
      },
      {
        daysAgo: 41,
        title: 'What the first four wells cost',
        by: 'sana@example.org',
        body: '<p>All four are 6 % below what we had planned, since two of them found water early. What is left goes into the twelfth.</p>',
      },
    ],
  },
  {
    slug: 'a-school-van-for-umerkot',
    team: [
      {
        email: 'sana@example.org',
        firstName: 'Sana',
        lastName: 'Qureshi',
        does: 'Runs Umeed Trust',
        role: 'organizer',
      },
    ],
    news: [
      {
        daysAgo: 5,
        title: 'The driver has been found',
        by: 'sana@example.org',
        body: '<p>Zubeda has driven a tractor since she was fourteen and holds the licence for a van since March. She is the mother of two of the girls.</p>',
      },
    ],
  },
  {
    slug: 'forty-raised-homes-in-sukkur',
    team: [
      {
        email: 'sana@example.org',
        firstName: 'Sana',
        lastName: 'Qureshi',
        does: 'Runs Umeed Trust',
        role: 'organizer',
      },
      {
        email: 'ghulam.mahar@example.org',
        firstName: 'Ghulam',
        lastName: 'Mahar',
        does: 'Master builder',
        role: 'viewer',
      },
    ],
    news: [
      {
        daysAgo: 300,
        title: 'Forty-seven, not forty',
        by: 'sana@example.org',
        body: '<p>You gave more than was asked. Seven more families live above the flood line now, and the water of this year’s monsoon stopped <strong>30 cm</strong> below the lowest floor.</p><blockquote><p>We sat on the veranda and watched it go by.</p></blockquote>',
      },
      {
        daysAgo: 395,
        title: 'The first ten are up',
        by: 'ghulam.mahar@example.org',
        body: '<p>Ten plinths, ten roofs, and a well-deserved biryani.</p>',
      },
    ],
  },
  {
    slug: 'warm-shelter-this-winter',
    team: [
      {
        email: 'yusuf.hartley@example.org',
        firstName: 'Yusuf',
        lastName: 'Hartley',
        does: 'Heads the winter work',
        role: 'organizer',
      },
      {
        email: 'nadia.osman@example.org',
        firstName: 'Nadia',
        lastName: 'Osman',
        does: 'Buys blankets and stoves',
        role: 'editor',
      },
    ],
    news: [
      {
        daysAgo: 2,
        title: 'The lorries have left',
        by: 'nadia.osman@example.org',
        body: '<p>Two lorries, 3,100 blankets and 640 stoves. Every stove has a chimney and a sheet of instructions in three languages.</p>',
      },
      {
        daysAgo: 15,
        title: 'Why stoves and not heaters',
        by: 'yusuf.hartley@example.org',
        body: '<p>Because they burn what is there, and cook as well. An engineer of ours has measured the smoke: a tenth of an open fire.</p>',
      },
    ],
  },
  {
    slug: 'homes-in-al-haouz',
    zakat: ['poor', 'needy'],
    team: [
      {
        email: 'rachid.aitbrahim@example.org',
        firstName: 'Rachid',
        lastName: 'Ait Brahim',
        does: 'Builds with the villages',
        role: 'organizer',
      },
    ],
    news: [
      {
        daysAgo: 8,
        title: 'The goal is reached, and the list is longer',
        by: 'rachid.aitbrahim@example.org',
        body: '<p>Twelve families of the next valley have asked. What comes in from here on builds for them.</p>',
      },
    ],
  },
  {
    slug: 'naql-madrasi-lil-atlas',
    story: `<p>في أعالي الأطلس تبعد الإعدادية عن أقرب دوّار <strong>أربعة عشر كيلومترًا</strong>، والطريق ينقطع أيام الثلج. تتوقف كثير من الفتيات عن الدراسة عند نهاية الابتدائي، لا لأنهن يردن ذلك.</p>
<h2>ما الذي نشتريه</h2>
<ul><li>حافلة بتسعة عشر مقعدًا وعجلات للشتاء</li><li>أجرة السائقة سنتين</li><li>الوقود والتأمين والصيانة</li></ul>
<blockquote><p>كنت أعدّ الأيام حتى يذوب الثلج. هذا العام لن أعدّها.</p></blockquote>
<p>قالتها إكرام، وهي في الثالثة عشرة.</p>`,
    team: [
      {
        email: 'fatima.ouhssine@example.org',
        firstName: 'فاطمة الزهراء',
        lastName: 'أوحساين',
        does: 'منسّقة النقل المدرسي',
        role: 'organizer',
      },
      {
        email: 'lahcen.amghar@example.org',
        firstName: 'لحسن',
        lastName: 'أمغار',
        does: 'معلّم في الدوّار',
        role: 'viewer',
      },
    ],
    news: [
      {
        daysAgo: 4,
        title: 'وصلت الحافلة إلى مراكش',
        by: 'fatima.ouhssine@example.org',
        body: '<p>اجتازت الفحص التقني، وبقي تركيب السلاسل الشتوية. نراها في الجبل الأسبوع القادم بإذن الله.</p>',
      },
      {
        daysAgo: 19,
        title: 'ثلاث وعشرون تلميذة مسجّلة',
        by: 'lahcen.amghar@example.org',
        body: '<p>كنّ إحدى عشرة في العام الماضي. سنجعل للحافلة رحلتين في الصباح.</p>',
      },
    ],
  },
  {
    slug: 'oyoon-tubsir',
    zakat: ['poor', 'needy'],
    team: [
      {
        email: 'abdullah.alrashid@example.org',
        firstName: 'عبدالله',
        lastName: 'الرشيد',
        does: 'طبيب عيون',
        role: 'organizer',
      },
    ],
    news: [
      {
        daysAgo: 6,
        title: 'مئة واثنتا عشرة عملية في أسبوع',
        by: 'abdullah.alrashid@example.org',
        body: '<p>لم تُلغَ منها واحدة، والحمد لله. أكبر المرضى سنًّا في الرابعة والتسعين، وأول ما طلبه مصحفه.</p>',
      },
    ],
  },
]
