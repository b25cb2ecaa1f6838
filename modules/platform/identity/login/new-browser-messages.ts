import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of the mail that tells of a log-in with a new browser. */
export const newBrowserMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'New log-in to your {product} account',
    title: 'A new device',
    preheader: '{device}, {when}. If this was you, there is nothing to do.',
    lead: 'Salam {name}. Somebody just logged in to your account with a browser we have not seen there before. If this was you, there is nothing to do.',
    'lead-nameless':
      'Salam. Somebody just logged in to your account with a browser we have not seen there before. If this was you, there is nothing to do.',
    device: 'Browser',
    place: 'Place',
    address: 'Internet address',
    when: 'When',
    'browser-on': '{browser} on {system}',
    unknown: 'Unknown browser',
    'unknown-place': 'Unknown',
    'not-you': 'If it was not you, log that device out and change how you log in.',
    button: 'See your devices',
    footer: 'You get this mail because it is about the safety of your account.',
  },
  ar: {
    subject: 'تسجيل دخول جديد إلى حسابك في {product}',
    title: 'جهاز جديد',
    preheader: '{device}، {when}. إن كنت أنت فلا داعي لأي إجراء.',
    lead: 'السلام عليكم {name}. سُجِّل الدخول إلى حسابك الآن من متصفح لم نره فيه من قبل. إن كنت أنت فلا داعي لأي إجراء.',
    'lead-nameless': 'السلام عليكم. سُجِّل الدخول إلى حسابك الآن من متصفح لم نره فيه من قبل. إن كنت أنت فلا داعي لأي إجراء.',
    device: 'المتصفح',
    place: 'المكان',
    address: 'عنوان الإنترنت',
    when: 'الوقت',
    // The mark keeps the order of an Arabic line though it begins with a Latin word.
    'browser-on': '\u200f{browser} على {system}',
    unknown: 'متصفح غير معروف',
    'unknown-place': 'غير معروف',
    'not-you': 'إن لم تكن أنت، فأخرِج ذلك الجهاز من حسابك وغيّر طريقة تسجيل دخولك.',
    button: 'عرض أجهزتك',
    footer: 'وصلتك هذه الرسالة لأنها تتعلق بأمان حسابك.',
  },
}
