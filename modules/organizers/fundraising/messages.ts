import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of the mails that fundraisers send. */
export const fundraisingMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    'approved.subject': '“{title}” is live',
    'approved.title': 'Your fundraiser is live',
    'approved.text':
      '“{title}” was reviewed and everybody can give to it now. The first gifts often come from people you ask yourself.',
    'approved.button': 'See its page',
    'rejected.subject': '“{title}” needs a change',
    'rejected.title': 'Your fundraiser needs a change',
    'rejected.text':
      'We looked at “{title}” and cannot publish it like this. It is a draft again, with everything you wrote. When it is changed, send it once more.',
    'rejected.reason': 'What the reviewer wrote',
    'rejected.button': 'Change my fundraiser',
    'rejected.see': 'See where it stands',
    'state.footer': 'You get this mail because you run this fundraiser on {product}.',
    'invited.subject': '{name} asks you to join “{title}”',
    'invited.title': 'Join “{title}”',
    'invited.text':
      '{name} asks you to join “{title}” on {product} as {role}. Log in or sign up with this email address to accept.',
    'invited.button': 'Accept the invitation',
    'invited.small': 'The link works once, for {days} days. If you do not know {name}, do nothing.',
    'invited.footer':
      'You get this mail because somebody entered this address. Nobody was told whether you have an account.',
    'verification-ends.subject': '{charity}: your verification ends on {date}',
    'verification-ends.title': 'Your verification ends on {date}',
    'verification-ends.text':
      '{charity} is verified on {product} until the end of {date}. After that it can’t accept new donations until the verification is renewed. Please contact us to renew it in time.',
    'verification-last-day.subject': '{charity}: {date} is the last day of your verification',
    'verification-last-day.title': 'Your verification ends at the end of {date}',
    'verification-last-day.text':
      '{charity} is verified on {product} until the end of {date}. After that it can’t accept new donations. Please contact us to renew the verification.',
    'verification.plans':
      'Monthly and other regular donations that already exist are collected for 30 more days. Then they pause, and we notify their donors.',
    'verification.button': 'See your fundraisers',
    'verification.footer': 'You get this email because you are an owner or administrator of {charity} on {product}.',
    'role.organizer': 'organizer',
    'role.editor': 'editor',
    'role.viewer': 'viewer',
    'role.owner': 'owner',
    'role.admin': 'administrator',
    'role.finance': 'treasurer',
    'news.subject': '{title}: {news}',
    'news.button': 'Read it on the page',
    'news.footer': 'You get this mail because you gave to “{title}” and asked for its updates.',
    'news.unsubscribe': 'No more updates of this fundraiser',
  },
  ar: {
    'approved.subject': 'حملة «{title}» منشورة الآن',
    'approved.title': 'حملتك منشورة',
    'approved.text':
      'رُوجعت حملة «{title}» وصار بإمكان الجميع التبرع لها. كثيرًا ما تأتي أول التبرعات ممن تطلب منهم بنفسك.',
    'approved.button': 'عرض صفحتها',
    'rejected.subject': 'حملة «{title}» تحتاج إلى تعديل',
    'rejected.title': 'حملتك تحتاج إلى تعديل',
    'rejected.text':
      'اطلعنا على حملة «{title}» ولا يمكننا نشرها بهذه الصورة. عادت مسودة بكل ما كتبته فيها. عدّلها ثم أرسلها من جديد.',
    'rejected.reason': 'ما كتبه المراجع',
    'rejected.button': 'تعديل حملتي',
    'rejected.see': 'عرض حالتها',
    'state.footer': 'وصلتك هذه الرسالة لأنك تدير هذه الحملة في {product}.',
    'invited.subject': 'يدعوك {name} للانضمام إلى «{title}»',
    'invited.title': 'انضم إلى «{title}»',
    'invited.text':
      'يدعوك {name} للانضمام إلى «{title}» في {product} بصفة {role}. سجّل الدخول أو أنشئ حسابًا بهذا البريد لقبول الدعوة.',
    'invited.button': 'قبول الدعوة',
    'invited.small': 'يعمل الرابط مرة واحدة ولمدة {days} أيام. إن كنت لا تعرف {name} فلا تفعل شيئًا.',
    'invited.footer': 'وصلتك هذه الرسالة لأن أحدهم كتب هذا العنوان. ولم يُخبَر أحد إن كان لك حساب.',
    'verification-ends.subject': '{charity}: ينتهي توثيق الجمعية في {date}',
    'verification-ends.title': 'ينتهي توثيق الجمعية في {date}',
    'verification-ends.text':
      '{charity} موثّقة على {product} حتى نهاية يوم {date}. بعد ذلك لا يمكنها استقبال تبرعات جديدة حتى يُجدَّد التوثيق. يُرجى التواصل معنا لتجديده في الوقت المناسب.',
    'verification-last-day.subject': '{charity}: {date} آخر أيام التوثيق',
    'verification-last-day.title': 'ينتهي توثيق الجمعية بنهاية يوم {date}',
    'verification-last-day.text':
      '{charity} موثّقة على {product} حتى نهاية يوم {date}. بعد ذلك لا يمكنها استقبال تبرعات جديدة. يُرجى التواصل معنا لتجديد التوثيق.',
    'verification.plans': 'تُحصَّل التبرعات المنتظمة القائمة، الشهرية وغيرها، لمدة 30 يومًا أخرى، ثم تتوقف ويُبلَّغ أصحابها.',
    'verification.button': 'عرض الحملات',
    'verification.footer': 'وصلتك هذه الرسالة لأنك مالك أو مشرف في {charity} على {product}.',
    'role.organizer': 'منظِّم',
    'role.editor': 'محرِّر',
    'role.viewer': 'مطّلع',
    'role.owner': 'مالك',
    'role.admin': 'مدير',
    'role.finance': 'أمين مالية',
    'news.subject': '{title}: {news}',
    'news.button': 'القراءة في الصفحة',
    'news.footer': 'وصلتك هذه الرسالة لأنك تبرعت لحملة «{title}» وطلبت أخبارها.',
    'news.unsubscribe': 'إيقاف أخبار هذه الحملة',
  },
}
