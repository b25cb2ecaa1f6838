import type { Catalogue } from '#shared/text.ts'

/** The words of mails about what somebody gives regularly, in Arabic. */
export const arabic: Catalogue = {
  salam: 'السلام عليكم {name}.',
  'salam-nameless': 'السلام عليكم.',
  footer: 'وصلتك هذه الرسالة لأنك تعطي بانتظام عبر {product}.\nتحتاج إلى مساعدة؟ ردّ على هذه الرسالة.',
  manage: 'اطّلع عليه أو أوقفه مؤقتًا أو ألغِه دون تسجيل دخول',
  look: 'اطّلع عليه دون تسجيل دخول',
  account: 'اعرضه في حسابك',

  FridayGivers: 'عطاء الجمعة',
  DailyGivers: 'العطاء اليومي',
  Ramadan30Nights: 'ليالي رمضان {year}',
  DhulHijjah: 'أيام ذي الحجة {year}',
  'plan-day': 'عطاء يومي إلى {cause}',
  'plan-week': 'عطاء أسبوعي إلى {cause}',
  'plan-month': 'عطاء شهري إلى {cause}',
  'plan-day-free': 'عطاء يومي',
  'plan-week-free': 'عطاء أسبوعي',
  'plan-month-free': 'عطاء شهري',

  what: 'العطاء',
  each: 'كل عطاء',
  'charged-each': 'يُخصم كل مرة',
  'charged-each-fee': 'يُخصم كل مرة، مع رسوم المعالجة',
  'charged-all': 'يُخصم في المجموع',
  'charged-all-fee': 'يُخصم في المجموع، مع رسوم المعالجة',
  altogether: {
    zero: 'لا عطاء',
    one: 'عطاء واحد',
    two: 'العطاءان معًا',
    few: 'العطاءات الـ{count} معًا',
    many: 'العطاءات الـ{count} معًا',
    other: 'العطاءات الـ{count} معًا',
  },
  support: 'دعم المنصة',
  fee: 'رسوم المعالجة',
  'and-fee': '{amount} مع رسوم المعالجة',
  'fee-covered': 'تتحملها أنت: تضاف حين يُخصم كل عطاء',
  to: 'إلى',
  level: 'مستوى العطاء',
  chosen: 'يختار {product} جهة مختلفة كل مرة',
  // The mark keeps the order of an Arabic line though it may begin with a Latin name.
  'cause-share': '\u200f{cause} ({share}٪)',
  when: 'الموعد',
  'when-day': 'كل يوم الساعة {time}',
  'when-week': 'كل أسبوع يوم {weekday} الساعة {time}',
  'when-month': 'في اليوم {day} من كل شهر الساعة {time}',
  'when-month-late': 'في اليوم {day} من كل شهر، أو في آخر يوم منه، الساعة {time}',
  'when-ramadan': 'مساء كل ليلة الساعة {time}',
  'when-dhul-hijjah': 'في كل يوم الساعة {time}',
  zone: '{when} ({zone})',
  card: 'البطاقة',
  'card-ending': 'بطاقتك المنتهية بـ {last4}',
  'card-any': 'بطاقتك',
  until: 'ينتهي',
  'until-ended': 'حين تنهيه',
  night: 'الليلة {number}',
  'gift-of-day': 'ليوم {day}',
  'gift-of-ramadan': 'لليلة {number} ({day})',
  'gift-of-dhul-hijjah': 'لليوم {number} من ذي الحجة ({day})',
  'night-of': 'الليلة {number} من رمضان {year} هـ',
  day: 'اليوم {number}',
  evening: 'مساء {day}',
  'day-of': '{number} ذو الحجة {year} هـ',
  'waits-for-moon': 'تنتظر الإعلان',
  'first-gifts': 'أول عطاءاتك',
  'next-gift': 'العطاء القادم',
  'next-gifts': 'العطاءات القادمة',
  nights: 'لياليك',
  days: 'أيامك',
  'moon-ramadan': 'هذه التواريخ متوقعة. إن بدأ رمضان حيث أنت قبل ذلك بيوم أو بعده، نقلنا عطاءاتك معه.',
  'moon-dhul-hijjah': 'هذه التواريخ متوقعة. إن بدأ ذو الحجة حيث أنت قبل ذلك بيوم أو بعده، نقلنا عطاءاتك معه.',
  'thirtieth-open': 'إن كان رمضان 29 ليلة فلن تأتي الليلة الثلاثون ولن يُخصم لها شيء: يكون المجموع {less} بدلًا من {more}.',
  'thirtieth-missing':
    'رمضان هذا بحسب التقويم 29 ليلة، والمجموع {less}. وإن أُعلنت ليلة ثلاثون شملها عطاؤك، فيصير المجموع {more}.',
  agreed:
    'وافقتَ يوم {day} على خصم هذه العطاءات من بطاقتك. نسألك من جديد قبل يوم {until}، ومن دون موافقتك لا يُخصم شيء بعده.',
  'agreed-once': 'وافقتَ يوم {day} على خصم هذه العطاءات وحدها من بطاقتك.',
  given: 'أعطيتَ',
  'given-gifts': {
    zero: '{amount}',
    one: '{amount} في عطاء واحد',
    two: '{amount} في عطاءين',
    few: '{amount} في {count} عطاءات',
    many: '{amount} في {count} عطاءً',
    other: '{amount} في {count} عطاء',
  },
  gifts: {
    zero: 'العطاءات، كل منها بإيصاله',
    one: 'العطاء وإيصاله',
    two: 'العطاءان وإيصالاهما',
    few: 'العطاءات، كل منها بإيصاله',
    many: 'العطاءات، كل منها بإيصاله',
    other: 'العطاءات، كل منها بإيصاله',
  },
  'given-back': 'أُعيد كاملًا',
  'sum-gifts': 'العطاءات',
  'sum-fee': 'رسوم المعالجة التي تحملتها',
  total: 'مجموع ما خُصم',
  'receipts-in-account': 'تجد كل الإيصالات في حسابك للقراءة والطباعة.',

  'confirmed.subject': '{plan}: أول عطاء لك يوم {first}',
  'confirmed.subject-resting': '{plan}: أُعدّ وهو متوقف الآن',
  'confirmed.title': 'عطاؤك المنتظم جاهز',
  'confirmed.text':
    '{salam} شكرًا لك. لم يُخصم شيء اليوم: يُخصم كل عطاء في يومه، ويمكنك تغييره أو إيقافه مؤقتًا أو إنهاؤه في أي وقت.',
  'confirmed.text-resting': '{salam} شكرًا لك. هو متوقف الآن: لن يُخصم شيء حتى تستأنفه.',

  'confirmed.monthly-day': 'نكتب إليك عن هذه العطاءات مرة في الشهر لا كل يوم. ولكل منها إيصال في حسابك في الحال.',
  'confirmed.monthly-nights':
    'نكتب إليك عن هذه العطاءات مرة واحدة بعد آخرها، مع إيصالاتها كلها. وكل إيصال في حسابك في الحال.',
  'confirmed.choose': 'أفضّل أن يصلني كل إيصال بالبريد',

  'coming.subject': 'قريبًا: {amount} يوم {day}',
  'coming.title': 'عطاء لك قادم',
  'coming.text-asked': '{salam} سيُخصم {amount} من {card} يوم {day}. طلبتَ أن نخبرك قبل ذلك.',
  'coming.text-rest': '{salam} سيُخصم {amount} من {card} يوم {day}. هو أول عطاء بعد انقطاع، لذلك نخبرك قبله.',
  'coming.text-changed': '{salam} سيُخصم {amount} من {card} يوم {day}. مبلغه غير مبلغ العطاء الذي قبله، لذلك نخبرك أولًا.',
  'coming.hint': 'لا يلزمك شيء. لترك هذا العطاء أو تغيير أي أمر، استعمل الرابط أدناه قبل ذلك.',
  'coming.stop': 'لا تخبروني بالعطاء قبل موعده',

  'failed.subject': 'تعذّر تحصيل أحد عطاءاتك',
  'failed.title': 'تعذّر تحصيل عطاء',
  'failed.text-again':
    '{salam} لم يسمح مصرفك بتحصيل عطائك {gifts}، ولم يُخصم شيء. نحاول مرة أخرى يوم {next}، وإن كانت البطاقة سليمة فلا يلزمك شيء.',
  'failed.text-over': '{salam} لم يسمح مصرفك بتحصيل عطائك {gifts}، ولم يُخصم شيء، ولن نعيد المحاولة من تلقاء أنفسنا.',
  'failed.text-goes-on': 'عطاءاتك القادمة ماضية كما هي.',
  'failed.button': 'أعد المحاولة الآن أو استعمل بطاقة أخرى',

  'needs-authentication.subject': 'مصرفك يسأل: أهذا أنت؟',
  'needs-authentication.title': 'أكّد عطاءك لدى مصرفك من فضلك',
  'needs-authentication.text':
    '{salam} يريد مصرفك تأكيدًا منك قبل أن يدفع عطاءك {gifts}. لم يُخصم شيء بعد. يعمل الزر دون تسجيل دخول حتى يوم {until}، وبعد ذلك يُترك هذا العطاء.',
  'needs-authentication.button': 'التأكيد لدى مصرفي',

  'needs-card.subject': 'عطاؤك ينتظر بطاقة أخرى',
  'needs-card.title': 'عطاؤك ينتظر بطاقة أخرى',
  'needs-card.text':
    '{salam} لم يعد ممكنًا الخصم من {card} لهذا العطاء. لم يُخصم شيء، ولن يُخصم شيء حتى تختار بطاقة أخرى.',
  'needs-card.button': 'اختر بطاقة أخرى',

  'paused.subject': '{plan}: متوقف مؤقتًا',
  'paused.title': 'عطاؤك متوقف مؤقتًا',
  'paused.text-donor': '{salam} أوقفتَه مؤقتًا. لن يُخصم شيء حتى يُستأنف، ولا يُعوَّض ما يقع بين ذلك.',
  'paused.text-failures':
    '{salam} تعذّر تحصيل عدة عطاءات متتالية، فأوقفناه مؤقتًا بدلًا من تكرار المحاولة. لن يُخصم شيء حتى تستأنفه، بهذه البطاقة أو بغيرها.',
  'paused.text-card': '{salam} هو متوقف حتى تختار بطاقة أخرى. لن يُخصم شيء.',
  'paused.button': 'استئناف العطاء',

  'resumed.subject': '{plan}: استؤنف',
  'resumed.title': 'عطاؤك مستمر من جديد',
  'resumed.text': '{salam} استؤنف عطاؤك. لم يُخصم ما وقع بين ذلك، ولا يُعوَّض.',

  'changed.subject': '{plan}: جرى تغييره',
  'changed.title': 'جرى تغيير عطائك',
  'changed.text': '{salam} هكذا يكون عطاؤك من الآن. إن لم تكن أنت من غيّره، فأنهِه أدناه وردّ على هذه الرسالة.',

  'cancelled.subject': '{plan}: أُلغي',
  'cancelled.title': 'أُلغي عطاؤك',
  'cancelled.text': '{salam} لن يُخصم شيء بعد الآن.',
  'cancelled.text-thanks': '{salam} لن يُخصم شيء بعد الآن. شكرًا على كل ما أعطيت، تقبّل الله منك.',

  'ended.subject': '{plan}: بلغ نهايته',
  'ended.title': 'بلغ عطاؤك نهايته',
  'ended.text': '{salam} مضى آخر أيامه، ولن يُخصم شيء بعد الآن.',
  'ended.text-charity':
    '{salam} لم يُجدَّد توثيق الجمعية الخيرية منذ ستة أشهر، لذلك انتهت خطة تبرعك، ولن يُخصم شيء بعد الآن. ويمكنك أن تختار حملة أخرى متى شئت.',
  'ended.text-thanks': '{salam} مضى آخر أيامه، ولن يُخصم شيء بعد الآن. شكرًا لك، تقبّل الله منك وبارك فيه.',

  'missed.subject': 'فاتتنا عطاءات لك',
  'missed.title': 'فاتتنا عطاءات لك',
  'missed.text':
    '{salam} منعنا خلل عندنا من تحصيل العطاءات أكثر من يومين، ونعتذر عن ذلك. وبدلًا من خصمها متأخرة دفعة واحدة تركناها: لم يُخصم لها شيء.',
  'missed.list': 'ما تُرك',
  'missed.hint': 'إن أحببت أن تعطيها مع ذلك فاخترها في حسابك. عطاءاتك القادمة ماضية كما هي.',
  'missed.button': 'تعويضها',

  'late.subject': 'حُصِّل في غير موعده',
  'late.title': 'حُصِّل في غير موعده',
  'late.text':
    '{salam} تعذّر تحصيل المذكور هنا في موعده لسبب ليس من جهتك. خُصم يوم {day} دفعة واحدة، ولم يُخصم شيء مرتين.',
  'late.list': 'ما خُصم',

  'causes-closed.subject': '{plan}: أُغلق ما اخترته',
  'causes-closed.title': 'أُغلق ما اخترت العطاء له',
  'causes-closed.text':
    '{salam} لا تقبل أي من الحملات التي اخترتها عطاءات الآن، فلم يُخصم شيء. عطاؤك متوقف حتى تختار غيرها.',
  'causes-closed.text-free': '{salam} لا توجد الآن حملة مفتوحة لعطائك، فلم يُخصم شيء. عطاؤك متوقف حتى تختار حملة.',
  'causes-closed.list': 'ما اخترته',
  'causes-closed.button': 'اختر غيرها',

  'zakat-ended.subject': '{plan}: ما اخترته لا تُقدَّم له الزكاة الآن',
  'zakat-ended.title': 'لم يعد ما اخترته معتمدًا للزكاة',
  'zakat-ended.text':
    '{salam} ليس بين الحملات التي اخترتها الآن حملة معتمدة للزكاة تقبل العطاء، فلم يُخصم شيء. عطاؤك متوقف حتى تختار غيرها. وما قدّمته زكاةً من قبل يبقى زكاة.',
  'zakat-ended.button': 'اختر غيرها',

  'charity-expired.subject': '{plan}: انتهى توثيق الجمعية الخيرية',
  'charity-expired.title': 'انتهى توثيق الجمعية الخيرية',
  'charity-expired.text':
    '{salam} {charity} غير موثّقة على موقعنا حاليًا ولا تستطيع استقبال تبرعات جديدة. تستمر خطة تبرعك في الوقت الحالي. وإن لم يُجدَّد التوثيق حتى {day} فسنوقفها مؤقتًا ونراسلك. ويمكنك إيقافها أو إنهاؤها في أي وقت.',
  'charity-expired.button': 'إدارة خطة تبرعك',

  'charity-paused.subject': 'توقفت {plan} مؤقتًا: الجمعية الخيرية غير موثّقة',
  'charity-paused.title': 'أوقفنا خطة تبرعك مؤقتًا',
  'charity-paused.text':
    '{salam} الجمعية الخيرية في خطة تبرعك غير موثّقة على موقعنا حاليًا، لذلك أوقفنا الخطة مؤقتًا. لن يُخصم منك شيء. فإن وُثّقت الجمعية من جديد استمرت الخطة من موعدها التالي، ولا يُحصَّل شيء عن المدة الفائتة. وتنتهي الخطة بعد ستة أشهر دون توثيق.',
  'charity-paused.button': 'إدارة خطة تبرعك',

  'left-out.subject': '{plan}: بعض ما اخترته لا يقبل العطاء',
  'left-out.title': 'بعض ما اخترته لا يقبل عطاءك',
  'left-out.text':
    '{salam} عطاؤك {gifts} وما بعده لا يصل إلى المذكور هنا حتى يقبل العطاء من جديد، ونصيبه يذهب إلى سائر ما اخترته. ويمكنك أن تختار غير ذلك متى شئت.',
  'left-out.charity': 'جمعيته غير موثّقة الآن',
  'left-out.closed': 'لا يقبل العطاء الآن',
  'left-out.zakat': 'غير معتمد للزكاة الآن',
  'left-out.button': 'اختيار غير ذلك',

  'disputed.subject': '{plan}: متوقف لأن مصرفك يطلب استرداد عطاء',
  'disputed.title': 'مصرفك يطلب استرداد عطاء',
  'disputed.text':
    '{salam} أخبرنا مصرفك أنك تريد استرداد عطائك {gifts} أو أنك لا تعرفه. ولئلا يُخصم شيء دون رضاك أوقفنا عطاءك: لن يُخصم شيء حتى تستأنفه. إن كان ذلك خطأ فأخبر مصرفك من فضلك ثم استأنفه. وإن لم تكن أنت من أعطى فاطلب من مصرفك بطاقة أخرى، ولا يلزمك هنا شيء.',
  'disputed.button': 'استئناف العطاء',

  'moved.subject': 'تواريخ جديدة: {plan}',
  'moved.title': 'لعطاءاتك تواريخ جديدة',
  'moved.text': '{salam} أُعلن الشهر في يوم غير الذي في التقويم، فانتقلت عطاءاتك معه، ولكل منها مبلغه كما كان.',
  'moved.list': 'التواريخ الجديدة',
  'moved.not-coming': 'لا تأتي هذا العام ولا يُخصم لها شيء',

  'consent.subject': 'أيستمر عطاؤك عامًا آخر؟',
  'consent.title': 'أيستمر عطاؤك عامًا آخر؟',
  'consent.text':
    '{salam} وافقتَ على هذا يوم {day}. نسأل كل عام حتى لا يعطي أحد بمجرد العادة: وافق من جديد قبل نهاية يوم {until} من فضلك. ومن دون موافقتك يتوقف بعد ذلك اليوم ولا يُخصم شيء.',
  'consent.subject-rests': '{plan}: متوقف حتى توافق من جديد',
  'consent.title-rests': 'عطاؤك متوقف حتى توافق من جديد',
  'consent.text-rests': '{salam} وافقتَ على هذا لمدة عام، وقد انقضى العام. لن يُخصم شيء حتى توافق من جديد.',
  'consent.button': 'الموافقة عامًا آخر',

  'summary.subject': 'عطاؤك في {month}: {amount}',
  'summary.title': 'عطاؤك في {month}',
  'summary.text': '{salam} شكرًا لك. خُصمت هذه العطاءات في {month}، ولكل منها إيصاله.',
  'summary.coming': 'ما يأتي في {month}',
  'summary.coming-none': 'لا شيء مقرر.',
  'summary.coming-gifts': {
    zero: 'لا شيء مقرر.',
    one: 'عطاء واحد قدره {total}',
    two: 'عطاءان، مجموعهما {total}',
    few: '{count} عطاءات، مجموعها {total}',
    many: '{count} عطاءً، مجموعها {total}',
    other: '{count} عطاء، مجموعها {total}',
  },
  'summary.stop': 'لا ترسلوا هذا الملخص، أو أرسلوا كل إيصال',

  'calendar.subject-ramadan': 'لياليك في رمضان {year}: أولها يوم {first}',
  'calendar.title-ramadan': 'لياليك في رمضان',
  'calendar.text-ramadan':
    '{salam} اقترب رمضان، بلّغك الله إياه بخير وعافية. هذه هي الليالي التي اخترتها، ويُخصم كل عطاء مساءً الساعة {time}.',
  'calendar.subject-dhul-hijjah': 'أيامك في ذي الحجة {year}: أولها يوم {first}',
  'calendar.title-dhul-hijjah': 'أيامك في ذي الحجة',
  'calendar.text-dhul-hijjah': '{salam} اقتربت عشر ذي الحجة. هذه هي الأيام التي اخترتها، ويُخصم كل عطاء الساعة {time}.',

  'card-use.title': 'هذه البطاقة تدفع',
  'card-use.last': 'آخر عطاء قبل انتهاء البطاقة: {amount} يوم {day}',
  'card-use.none': 'لا عطاء قبل انتهاء البطاقة',
}
