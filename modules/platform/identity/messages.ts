import type { Catalogue, Locale } from '#shared/text.ts'

/**
 * The words of the mails about an account. Each mail has a subject, a title, a text, and, where there is something to
 * do, a button.
 */
export const identityMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    'confirm-email.subject': 'Confirm your email address',
    'confirm-email.title': 'Is this your email address?',
    'confirm-email.text':
      'Somebody, we hope you, has just opened a {product} account with this address. Confirm it, and every gift you made with it will be in one place.',
    'confirm-email.button': 'Confirm my address',
    'confirm-email.small':
      'The link works once, for three days. If it was not you, do nothing: the account stays without anything of yours.',
    'account-exists.subject': 'You have an account already',
    'account-exists.title': 'You have an account already',
    'account-exists.text':
      'Somebody has just tried to open a {product} account with this address. If it was you, there is no need: log in with the button. If you forgot your password, you can choose a new one once you are in.',
    'account-exists.button': 'Log in',
    'account-exists.small':
      'The link works once, for 15 minutes. If it was not you, do nothing: nobody got in, and nobody was told that you have an account.',
    'log-in.subject': 'Your link to log in',
    'log-in.title': 'Log in to {product}',
    'log-in.text': 'You asked for a link to log in. It opens your account without a password.',
    'log-in.button': 'Log in',
    'log-in.small': 'The link works once, for 15 minutes. Never pass it on. If you did not ask for it, do nothing.',
    'set-password.subject': 'Choose a new password',
    'set-password.title': 'Choose a new password',
    'set-password.text': 'You asked for a new password. Until you have chosen one, the old one stays.',
    'set-password.button': 'Choose a password',
    'set-password.small':
      'The link works once, for 30 minutes. Never pass it on. If you did not ask for it, do nothing.',
    'welcome.subject': 'Welcome to {product}',
    'welcome.title': 'Welcome, {name}',
    'welcome.title-nameless': 'Welcome',
    'welcome.text':
      'Salam. Your address is confirmed. Your gifts, and the receipts for them, are in your account from now on.',
    'welcome.button': 'See my account',
    'welcome.small': 'Like a grain that grows seven ears, in every ear a hundred grains (Qur’an 2:261).',
    'password-set.subject': 'Your account has a password now',
    'password-set.title': 'Your account has a password now',
    'password-set.text':
      'A password was set for your {product} account on {date}. Everybody who was logged in elsewhere was logged out.',
    'password-set.button': 'It was not me',
    'password-set.small':
      'If it was you, there is nothing to do. If it was not, choose a new password now with the button.',
    'password-changed.subject': 'Your password was changed',
    'password-changed.title': 'Your password was changed',
    'password-changed.text':
      'The password of your {product} account was changed on {date}. Everybody who was logged in elsewhere was logged out.',
    'password-changed.button': 'It was not me',
    'password-changed.small':
      'If it was you, there is nothing to do. If it was not, choose a new password now with the button.',
    'way-in-added.subject': 'A new way into your {product} account',
    'way-in-added.title': 'A new way into your account',
    'way-in-added.text':
      'A passkey or a login at another company was added to your {product} account on {date}. It can log in from now on.',
    'way-in-added.button': 'See the ways in',
    'way-in-added.small':
      'If it was you, there is nothing to do. If it was not, remove it there, log out all other devices and choose a new password.',
    'change-email.subject': 'Is this your new email address?',
    'change-email.title': 'Is this your new address?',
    'change-email.text':
      'Somebody, we hope you, wants the {product} account of {email} to have this address from now on. Log in there with your present address, and confirm it.',
    'change-email.button': 'Use this address',
    'change-email.footer': 'You get this mail because somebody with an account at {product} typed this address.',
    'change-email.small': 'The link works once, for an hour. If it was not you, do nothing: nothing changes.',
    'email-taken.subject': 'You have an account already',
    'email-taken.title': 'You have an account already',
    'email-taken.text':
      'Somebody has just tried to give another {product} account this address. It is the address of your account, so nothing was changed. If it was you, log in with the button: two accounts cannot have one address.',
    'email-taken.button': 'Log in',
    'email-taken.small':
      'The link works once, for 15 minutes. If it was not you, do nothing: nobody got in, and nobody was told that you have an account.',
    'email-changed.subject': 'Your account has another email address now',
    'email-changed.title': 'Your account has another address now',
    'email-changed.text':
      'Your {product} account has had the address {email} since {date}. From now on our mails go there, and you log in with it.',
    'email-changed.button': 'It was not me',
    'email-changed.small':
      'If it was you, there is nothing to do. If it was not, the button gives your account this address back, with a new password, and shuts everybody else out. It works once, for seven days.',
    'email-changed.footer': 'You get this mail because an account at {product} had this address until now.',
    footer: 'You get this mail because of an account at {product} with this address.',
  },
  ar: {
    'confirm-email.subject': 'أكّد بريدك الإلكتروني',
    'confirm-email.title': 'هل هذا بريدك الإلكتروني؟',
    'confirm-email.text':
      'فُتح قبل قليل حساب في {product} بهذا العنوان، ونرجو أن تكون أنت من فتحه. أكّد العنوان لتجتمع تبرعاتك التي قدّمتها به في مكان واحد.',
    'confirm-email.button': 'تأكيد عنواني',
    'confirm-email.small':
      'يعمل الرابط مرة واحدة خلال ثلاثة أيام. إن لم تكن أنت فلا تفعل شيئًا، ولن يظهر في ذلك الحساب شيء يخصك.',
    'account-exists.subject': 'لديك حساب من قبل',
    'account-exists.title': 'لديك حساب من قبل',
    'account-exists.text':
      'حاول شخص قبل قليل فتح حساب في {product} بهذا العنوان. إن كنت أنت فلا حاجة إلى ذلك: سجّل الدخول بالزر. وإن نسيت كلمة المرور فيمكنك اختيار غيرها بعد الدخول.',
    'account-exists.button': 'تسجيل الدخول',
    'account-exists.small':
      'يعمل الرابط مرة واحدة خلال 15 دقيقة. إن لم تكن أنت فلا تفعل شيئًا: لم يدخل أحد، ولم يُخبَر أحد بأن لديك حسابًا.',
    'log-in.subject': 'رابط تسجيل الدخول',
    'log-in.title': 'تسجيل الدخول إلى {product}',
    'log-in.text': 'طلبت رابطًا لتسجيل الدخول. يفتح هذا الرابط حسابك دون كلمة مرور.',
    'log-in.button': 'تسجيل الدخول',
    'log-in.small': 'يعمل الرابط مرة واحدة خلال 15 دقيقة. لا ترسله إلى أحد. إن لم تطلبه فلا تفعل شيئًا.',
    'set-password.subject': 'اختر كلمة مرور جديدة',
    'set-password.title': 'اختر كلمة مرور جديدة',
    'set-password.text': 'طلبت كلمة مرور جديدة. تبقى القديمة إلى أن تختار غيرها.',
    'set-password.button': 'اختيار كلمة المرور',
    'set-password.small': 'يعمل الرابط مرة واحدة خلال 30 دقيقة. لا ترسله إلى أحد. إن لم تطلبه فلا تفعل شيئًا.',
    'welcome.subject': 'أهلًا بك في {product}',
    'welcome.title': 'أهلًا بك يا {name}',
    'welcome.title-nameless': 'أهلًا بك',
    'welcome.text': 'السلام عليكم. تأكّد عنوانك، وستجد تبرعاتك وإيصالاتها في حسابك من الآن.',
    'welcome.button': 'الانتقال إلى حسابي',
    'welcome.small': '﴿كَمَثَلِ حَبَّةٍ أَنبَتَتْ سَبْعَ سَنَابِلَ فِي كُلِّ سُنبُلَةٍ مِّائَةُ حَبَّةٍ﴾ (البقرة: 261)',
    'password-set.subject': 'أصبح لحسابك كلمة مرور',
    'password-set.title': 'أصبح لحسابك كلمة مرور',
    'password-set.text': 'عُيّنت كلمة مرور لحسابك في {product} بتاريخ {date}. وسُجّل خروج كل من كان داخلًا من جهاز آخر.',
    'password-set.button': 'لم أفعل ذلك',
    'password-set.small': 'إن كنت أنت فلا شيء عليك. وإن لم تكن فاختر الآن كلمة مرور جديدة بالزر.',
    'password-changed.subject': 'تغيّرت كلمة مرورك',
    'password-changed.title': 'تغيّرت كلمة مرورك',
    'password-changed.text': 'تغيّرت كلمة مرور حسابك في {product} بتاريخ {date}. وسُجّل خروج كل من كان داخلًا من جهاز آخر.',
    'password-changed.button': 'لم أفعل ذلك',
    'password-changed.small': 'إن كنت أنت فلا شيء عليك. وإن لم تكن فاختر الآن كلمة مرور جديدة بالزر.',
    'way-in-added.subject': 'طريقة دخول جديدة إلى حسابك في {product}',
    'way-in-added.title': 'طريقة دخول جديدة إلى حسابك',
    'way-in-added.text':
      'أُضيف إلى حسابك في {product} بتاريخ {date} مفتاح مرور أو حساب مرتبط، ويمكن تسجيل الدخول به من الآن.',
    'way-in-added.button': 'عرض طرق الدخول',
    'way-in-added.small':
      'إن كنت أنت فلا شيء عليك. وإن لم تكن فأزِله من هناك، وسجّل خروج جميع الأجهزة الأخرى، واختر كلمة مرور جديدة.',
    'change-email.subject': 'هل هذا بريدك الإلكتروني الجديد؟',
    'change-email.title': 'هل هذا بريدك الإلكتروني الجديد؟',
    'change-email.text':
      'طُلب قبل قليل أن يصبح هذا العنوان عنوان حساب {email} في {product}، ونرجو أن تكون أنت من طلب ذلك. سجّل الدخول بعنوانك الحالي ثم أكّد العنوان الجديد.',
    'change-email.button': 'استعمال هذا العنوان',
    'change-email.footer': 'وصلتك هذه الرسالة لأن صاحب حساب في {product} كتب هذا العنوان.',
    'change-email.small': 'يعمل الرابط مرة واحدة خلال ساعة. إن لم تكن أنت فلا تفعل شيئًا، ولن يتغير شيء.',
    'email-taken.subject': 'لديك حساب من قبل',
    'email-taken.title': 'لديك حساب من قبل',
    'email-taken.text':
      'حاول شخص قبل قليل أن يجعل هذا العنوان لحساب آخر في {product}. وهو عنوان حسابك، فلم يتغير شيء. إن كنت أنت فسجّل الدخول بالزر: لا يكون لحسابين عنوان واحد.',
    'email-taken.button': 'تسجيل الدخول',
    'email-taken.small':
      'يعمل الرابط مرة واحدة خلال 15 دقيقة. إن لم تكن أنت فلا تفعل شيئًا: لم يدخل أحد، ولم يُخبَر أحد بأن لديك حسابًا.',
    'email-changed.subject': 'أصبح لحسابك بريد إلكتروني آخر',
    'email-changed.title': 'أصبح لحسابك عنوان آخر',
    'email-changed.text':
      'أصبح عنوان حسابك في {product} هو {email} منذ {date}. من الآن تصل رسائلنا إليه، وبه تسجّل الدخول.',
    'email-changed.button': 'لم أفعل ذلك',
    'email-changed.small':
      'إن كنت أنت فلا شيء عليك. وإن لم تكن فالزر يعيد إلى حسابك هذا العنوان بكلمة مرور جديدة ويُخرج كل من سواك. يعمل مرة واحدة خلال سبعة أيام.',
    'email-changed.footer': 'وصلتك هذه الرسالة لأن هذا العنوان كان لحساب في {product} حتى الآن.',
    footer: 'وصلتك هذه الرسالة بسبب حساب في {product} بهذا العنوان.',
  },
}
