import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of the mail that an export is ready. */
export const privacyMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'Your data from {product} is ready',
    title: 'Your data is ready',
    text: 'Everything we keep of you is ready as JSON and as CSV. You find it under Privacy in your account for 24 hours; you will be asked to log in.',
    button: 'Go to your data',
    'not-you': 'Was it not you who asked for it? Then change your password, and log out the devices you do not know.',
    footer: 'You get this mail because your data was asked for in your account.',
  },
  ar: {
    subject: 'بياناتك من {product} جاهزة',
    title: 'بياناتك جاهزة',
    text: 'كل ما نحفظه عنك جاهز بصيغتي JSON وCSV. تجده في «الخصوصية» في حسابك لمدة 24 ساعة، وسيُطلب منك تسجيل الدخول.',
    button: 'إلى بياناتك',
    'not-you': 'لم تطلبها أنت؟ غيّر كلمة مرورك إذن، وسجّل خروج الأجهزة التي لا تعرفها.',
    footer: 'وصلتك هذه الرسالة لأن بياناتك طُلبت من حسابك.',
  },
}
