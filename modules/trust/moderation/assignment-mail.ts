import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail } from '#modules/platform/notifications/index.ts'
import type { Db } from '#shared/ports.ts'
import { type Catalogue, isLocale, type Locale, translate } from '#shared/text.ts'
import type { ModerationPorts } from './ports.ts'
import type { Case } from './queries/cases.ts'
import { personOf } from './queue.ts'

const words: Readonly<Record<Locale, Catalogue>> = {
  en: {
    subject: 'A case for you: {campaign}',
    title: 'A case is in your hands',
    text: 'Salam {name}. {colleague} handed you a case. {kind}: {campaign}.',
    opened: 'Flagged because: {reasons}.',
    button: 'To the case',
    footer: 'You get this mail because you work at the desk of {product}.',
    fundraiser: 'New fundraiser',
    edit: 'Edit of a verified page',
    zakat: 'Zakat',
    report: 'Report',
    comment: 'Words of support',
    refund: 'Refund',
    'why-fraud': 'the money does not go where it says',
    'why-harm': 'could harm somebody',
    'why-hate': 'hatred or insults',
    'why-not-theirs': 'somebody else’s name, story or pictures',
    'why-misleading': 'says something untrue',
    'why-privacy': 'shows something private',
    'why-spam': 'advertising or spam',
    'why-other': 'something else',
    'why-zakat-asked': 'asks to be verified for zakat',
    'why-zakat-renewal': 'asks for its verification anew',
    'why-submitted': 'sent to be published',
    'why-edited': 'changed after it was verified for zakat',
    'why-link': 'words with a link',
    'why-contact': 'words with a way to reach somebody',
    'why-number': 'words with a long number',
    'why-donor-asked': 'the donor asks for the gift back',
  },
  ar: {
    subject: 'حالة في عهدتك: {campaign}',
    title: 'حالة في عهدتك',
    text: 'السلام عليكم {name}. أسند إليك {colleague} حالة. {kind}: {campaign}.',
    opened: 'سبب الإدراج: {reasons}.',
    button: 'إلى الحالة',
    footer: 'وصلتك هذه الرسالة لأنك تعمل في مكتب {product}.',
    fundraiser: 'حملة جديدة',
    edit: 'تعديل صفحة معتمدة',
    zakat: 'زكاة',
    report: 'بلاغ',
    comment: 'كلمات دعم',
    refund: 'استرداد',
    'why-fraud': 'لا يذهب المال إلى حيث يُقال',
    'why-harm': 'قد يضرّ بأحد',
    'why-hate': 'كراهية أو إساءة',
    'why-not-theirs': 'اسم غيرهم أو قصته أو صوره',
    'why-misleading': 'تقول ما ليس صحيحًا',
    'why-privacy': 'تكشف خصوصية أحد',
    'why-spam': 'إعلان أو رسائل مزعجة',
    'why-other': 'شيء آخر',
    'why-zakat-asked': 'طلب اعتماد للزكاة',
    'why-zakat-renewal': 'طلب تجديد اعتماد الزكاة',
    'why-submitted': 'أُرسلت للنشر',
    'why-edited': 'عُدّلت بعد اعتمادها للزكاة',
    'why-link': 'كلمات فيها رابط',
    'why-contact': 'كلمات فيها وسيلة تواصل',
    'why-number': 'كلمات فيها رقم طويل',
    'why-donor-asked': 'المتبرع يطلب استرداد تبرعه',
  },
}

/**
 * Tells a colleague, in their language, which case they were handed and by whom. What people wrote stays at the desk:
 * the mail has the kind, the fundraiser and why it was flagged.
 */
export async function assignmentMail(
  ports: ModerationPorts,
  db: Db,
  of: Case,
  who: { readonly byId: string; readonly toId: string },
): Promise<MailRow[]> {
  const people = new Map((await contactsOf(db, [who.byId, who.toId])).map((person) => [person.id, person]))
  const [by, to] = [people.get(who.byId), people.get(who.toId)]
  if (!to?.email) return []
  const locale: Locale = isLocale(to.locale) ? to.locale : 'en'
  const [campaign] = await findCampaigns(db, [of.campaignId])
  const said = {
    product: ports.productName,
    name: `\u2068${to.firstName}\u2069`,
    colleague: `\u2068${by ? personOf(by).name : ''}\u2069`,
    campaign: `\u2068${campaign?.name ?? ''}\u2069`,
    kind: translate(words[locale], locale, of.kind),
    reasons: new Intl.ListFormat(locale).format(
      of.reasons.map(({ code }) => translate(words[locale], locale, `why-${code}`)),
    ),
  }
  const say = (key: string) => translate(words[locale], locale, key, said)
  return [
    noticeMail(ports, {
      key: `case.${of.id}.handed.${ports.newId()}`,
      kind: 'moderation-case-handed',
      to: to.email,
      locale,
      t: say,
      blocks: [
        ...(of.reasons.length > 0 ? [{ kind: 'text' as const, text: say('opened') }] : []),
        { kind: 'button', text: say('button'), url: `${ports.origin}/staff/cases/${of.id}` },
      ],
    }),
  ]
}
