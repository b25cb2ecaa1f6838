import type { Catalogue, Locale } from '#shared/text.ts'

/** The words of the mail that a saved card is about to end. */
export const cardMessages: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'Your saved card ending in {last4} is about to expire',
    title: 'A card is about to expire',
    text: 'Salam {name}. The card ending in {last4} that you saved at {product} expires at the end of {date}. After that nothing can be charged to it.',
    next: 'When your bank sends you the new one, you can save it in your account in its place.',
    'next-used':
      'When your bank sends you the new one, add it to your account and choose it for each of these gifts. It takes the place of this one in none of them by itself.',
    button: 'Go to your cards',
    'button-used': 'Go to your regular giving',
    footer: 'You get this mail because you saved this card in your account.',
  },
  ar: {
    subject: 'بطاقتك المحفوظة المنتهية بـ {last4} توشك صلاحيتها على الانتهاء',
    title: 'بطاقة توشك صلاحيتها على الانتهاء',
    text: 'السلام عليكم {name}. تنتهي صلاحية البطاقة المنتهية بـ {last4} التي حفظتها في {product} بنهاية {date}، ولا يمكن خصم شيء منها بعد ذلك.',
    next: 'حين يرسل إليك مصرفك البطاقة الجديدة، يمكنك حفظها في حسابك مكان هذه.',
    'next-used':
      'حين يرسل إليك مصرفك البطاقة الجديدة، أضفها إلى حسابك واخترها لكل من هذه العطاءات، فهي لا تحل محل هذه في أي منها من تلقاء نفسها.',
    button: 'إلى بطاقاتك',
    'button-used': 'إلى عطائك المنتظم',
    footer: 'وصلتك هذه الرسالة لأنك حفظت هذه البطاقة في حسابك.',
  },
}
