import type { Catalogue, Locale } from '#shared/text.ts'

/**
 * The words of mails to organizers: one letter for each decision that is told, and paragraphs a reviewer may choose for
 * it.
 */
export const letters: Readonly<Record<Locale, Catalogue>> = {
  en: {
    'zakat.approve.subject': '{campaign} is verified for zakat',
    'zakat.approve.title': 'Verified for zakat',
    'zakat.approve.text':
      'Salam {name}. We looked at what you sent us: gifts to {campaign} may be given as zakat until {date}. Its page says who verified it and for whom.',
    'zakat.decline.subject': '{campaign} could not be verified for zakat',
    'zakat.decline.title': 'Not verified for zakat',
    'zakat.decline.text':
      'Salam {name}. We looked at what you sent us and could not verify {campaign} for zakat as it stands. It goes on as before, and you may ask again.',
    'zakat.revoke.subject': '{campaign} is no longer verified for zakat',
    'zakat.revoke.title': 'The verification for zakat has ended',
    'zakat.revoke.text':
      'Salam {name}. {campaign} is no longer verified for zakat. Gifts that were given as zakat before keep their mark; new ones cannot be.',
    'zakat-givers.subject': '{campaign}, to which you gave zakat, is no longer verified for it',
    'zakat-givers.title': 'A verification for zakat was taken back',
    'zakat-givers.text':
      'Salam. You gave zakat to {campaign} while it was verified for zakat. We have taken that verification back, and nothing more can be given to it as zakat. Your gift stays written down as you gave it, and counts in your zakat here as before. Whether it does so for you is a question for a scholar you trust.',
    'zakat-givers.button': 'To the fundraiser',
    'zakat-givers.footer': 'You get this mail because you gave zakat to this fundraiser.',
    'zakat.expiring.subject': 'The verification of {campaign} for zakat ends on {date}',
    'zakat.expiring.title': 'Ask for your verification anew',
    'zakat.expiring.text':
      'Salam {name}. {campaign} is verified for zakat until {date}. Ask anew in time, and it goes on without a pause.',
    'zakat.expired.subject': 'The verification of {campaign} for zakat has ended',
    'zakat.expired.title': 'The verification for zakat has ended',
    'zakat.expired.text':
      'Salam {name}. The verification of {campaign} for zakat has run out. Gifts that were given as zakat before keep their mark. You may ask anew at any time.',
    'fundraiser.send-back.title': 'Your fundraiser came back to you',
    'refund.refuse.title': 'Your wish for a refund',
    'edit.warn.subject': 'Please look at {campaign} again',
    'edit.warn.title': 'Something you changed needs another look',
    'edit.warn.text':
      'Salam {name}. We looked at what changed on {campaign} since it was verified. Please change what is said below; the page stays open meanwhile.',
    'edit.pause.subject': '{campaign} is paused',
    'edit.pause.title': 'Your fundraiser is paused',
    'edit.pause.text':
      'Salam {name}. We looked at what changed on {campaign} since it was verified. It takes no gifts for now. What was given stays with it.',
    'report.warn.subject': 'Please look at {campaign} again',
    'report.warn.title': 'Something on your page needs a change',
    'report.warn.text':
      'Salam {name}. Somebody told us about {campaign}, and we looked into it. Please change what is said below; the page stays open meanwhile.',
    'report.pause.subject': '{campaign} is paused',
    'report.pause.title': 'Your fundraiser is paused',
    'report.pause.text':
      'Salam {name}. Somebody told us about {campaign}, and we looked into it. It takes no gifts for now. What was given stays with it.',
    'template.evidence':
      'What you sent does not show yet who receives the money. Please send a report, a registration or a letter of the people who hand it out.',
    'template.category':
      'The people you named are not among the eight kinds whom zakat is for (Qur’an 9:60), or it is not clear which of them they are.',
    'template.purpose':
      'A part of the money is for something that is not zakat, such as a building or the costs of the fundraiser itself. Please keep the two apart.',
    'template.story':
      'The story does not say clearly what the money is for and who receives it. Please write it so that a stranger understands it.',
    'template.picture':
      'A picture shows people in a way that takes their dignity, or is not yours to use. Please choose another.',
    'template.claims':
      'The page promises something that cannot be shown to be true. Please take it out, or say where it can be read.',
    'template.identity':
      'We need to know who stands behind the fundraiser. Please answer this mail with a registration or a proof of identity.',
    'button.zakat': 'To the verification',
    'button.edit': 'To your fundraiser',
    'button.report': 'To your fundraiser',
    footer: 'You get this mail because you organize this fundraiser.',
  },
  ar: {
    'zakat.approve.subject': 'تم اعتماد {campaign} للزكاة',
    'zakat.approve.title': 'معتمدة للزكاة',
    'zakat.approve.text':
      'السلام عليكم {name}. اطّلعنا على ما أرسلته: يمكن احتساب التبرعات لحملة {campaign} من الزكاة حتى {date}. وتذكر صفحتها من اعتمدها ولمن تُصرف.',
    'zakat.decline.subject': 'لم نتمكن من اعتماد {campaign} للزكاة',
    'zakat.decline.title': 'لم تُعتمد للزكاة',
    'zakat.decline.text':
      'السلام عليكم {name}. اطّلعنا على ما أرسلته ولم نتمكن من اعتماد {campaign} للزكاة بوضعها الحالي. الحملة مستمرة كما كانت، ويمكنك أن تطلب ذلك مرة أخرى.',
    'zakat.revoke.subject': 'لم تعد {campaign} معتمدة للزكاة',
    'zakat.revoke.title': 'انتهى اعتماد الزكاة',
    'zakat.revoke.text':
      'السلام عليكم {name}. لم تعد {campaign} معتمدة للزكاة. تبقى التبرعات التي قُدّمت زكاةً من قبل على حالها، ولا يمكن تقديم غيرها زكاةً.',
    'zakat-givers.subject': 'لم تعد {campaign} التي قدّمت لها زكاتك معتمدة للزكاة',
    'zakat-givers.title': 'سُحب اعتماد للزكاة',
    'zakat-givers.text':
      'السلام عليكم. قدّمت زكاةً إلى {campaign} حين كانت معتمدة للزكاة. وقد سحبنا هذا الاعتماد، فلا يمكن أن يُقدَّم لها شيء آخر زكاةً. يبقى تبرعك مسجّلًا كما قدّمته، ويُحسب في زكاتك هنا كما كان. أما هل أجزأ عنك فسؤال لعالم تثق به.',
    'zakat-givers.button': 'إلى الحملة',
    'zakat-givers.footer': 'وصلتك هذه الرسالة لأنك قدّمت زكاةً إلى هذه الحملة.',
    'zakat.expiring.subject': 'ينتهي اعتماد {campaign} للزكاة في {date}',
    'zakat.expiring.title': 'اطلب تجديد الاعتماد',
    'zakat.expiring.text':
      'السلام عليكم {name}. حملة {campaign} معتمدة للزكاة حتى {date}. اطلب التجديد في وقته ليستمر الاعتماد دون انقطاع.',
    'zakat.expired.subject': 'انتهى اعتماد {campaign} للزكاة',
    'zakat.expired.title': 'انتهى اعتماد الزكاة',
    'zakat.expired.text':
      'السلام عليكم {name}. انقضت مدة اعتماد {campaign} للزكاة. تبقى التبرعات التي قُدّمت زكاةً من قبل على حالها، ويمكنك طلب الاعتماد من جديد متى شئت.',
    'fundraiser.send-back.title': 'عادت إليك حملتك',
    'refund.refuse.title': 'طلبك استرداد التبرع',
    'edit.warn.subject': 'نرجو مراجعة {campaign}',
    'edit.warn.title': 'في ما عدّلته ما يحتاج إلى مراجعة',
    'edit.warn.text':
      'السلام عليكم {name}. نظرنا في ما تغيّر في {campaign} منذ اعتمادها. نرجو تعديل ما هو مذكور أدناه، وتبقى الصفحة مفتوحة خلال ذلك.',
    'edit.pause.subject': 'أُوقفت {campaign} مؤقتًا',
    'edit.pause.title': 'حملتك موقوفة مؤقتًا',
    'edit.pause.text':
      'السلام عليكم {name}. نظرنا في ما تغيّر في {campaign} منذ اعتمادها. لا تستقبل الحملة تبرعات في الوقت الحالي، وما قُدّم لها يبقى لها.',
    'report.warn.subject': 'نرجو مراجعة {campaign}',
    'report.warn.title': 'في صفحتك ما يحتاج إلى تعديل',
    'report.warn.text':
      'السلام عليكم {name}. وصلنا بلاغ عن {campaign} ونظرنا فيه. نرجو تعديل ما هو مذكور أدناه، وتبقى الصفحة مفتوحة خلال ذلك.',
    'report.pause.subject': 'أُوقفت {campaign} مؤقتًا',
    'report.pause.title': 'حملتك موقوفة مؤقتًا',
    'report.pause.text':
      'السلام عليكم {name}. وصلنا بلاغ عن {campaign} ونظرنا فيه. لا تستقبل الحملة تبرعات في الوقت الحالي، وما قُدّم لها يبقى لها.',
    'template.evidence': 'ما أرسلته لا يبيّن بعد من يستلم المال. نرجو إرسال تقرير أو تسجيل رسمي أو رسالة ممن يوزعونه.',
    'template.category':
      'من ذكرتهم ليسوا من الأصناف الثمانية الذين تُصرف لهم الزكاة (التوبة: 60)، أو ليس واضحًا من أي صنف هم.',
    'template.purpose': 'جزء من المال مخصص لغير مصارف الزكاة، كالبناء أو نفقات الحملة نفسها. نرجو الفصل بينهما.',
    'template.story': 'لا تبيّن القصة بوضوح وجه صرف المال ومن يستلمه. نرجو كتابتها بحيث يفهمها من لا يعرفك.',
    'template.picture': 'في الصفحة صورة تمسّ كرامة أصحابها أو لا تملك حق استخدامها. نرجو اختيار صورة أخرى.',
    'template.claims': 'تعِد الصفحة بما لا يمكن إثباته. نرجو حذفه أو ذكر مصدره.',
    'template.identity': 'نحتاج إلى معرفة من يقف خلف الحملة. نرجو الرد على هذه الرسالة بتسجيل رسمي أو إثبات هوية.',
    'button.zakat': 'إلى صفحة الاعتماد',
    'button.edit': 'إلى حملتك',
    'button.report': 'إلى حملتك',
    footer: 'وصلتك هذه الرسالة لأنك تنظم هذه الحملة.',
  },
}
