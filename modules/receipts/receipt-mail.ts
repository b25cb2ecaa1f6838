import { type Currency, formatMoney, money, type Money, parseMajor } from '#shared/money.ts'
import { type Locale, translate } from '#shared/text.ts'
import { type Block, mailLayout } from '#modules/notifications/index.ts'
import { receiptMessages } from './messages.ts'
import type { Snapshot } from './rules/snapshot.ts'

export type ReceiptMail = { readonly subject: string; readonly html: string; readonly plain: string }

/** The receipt as a mail, made from its frozen snapshot alone: sent again in ten years it says the same. */
export function receiptMail(snapshot: Snapshot, of: { locale: Locale; productName: string; campaignUrl: string }): ReceiptMail {
  const { locale } = of
  const t = (key: string, params: Record<string, string | number> = {}) => translate(receiptMessages[locale], locale, key, params)
  const { currency } = snapshot
  const amountOf = (major: string): Money => parseMajor(major, currency as Currency)!
  const show = (major: string) => formatMoney(amountOf(major), locale, { fractions: 'always' })
  const isNonZero = (major: string) => amountOf(major).amount > 0n
  const campaign = snapshot.lines.map((line) => line.campaign).join(', ')
  const organization = locale === 'ar' && snapshot.issuer.nameAr ? snapshot.issuer.nameAr : snapshot.issuer.name
  const firstName = snapshot.donor.name.split(' ')[0] ?? ''
  const amount = show(snapshot.gift)
  const aided = snapshot.lines.filter((line) => line.giftAid).reduce((sum, line) => sum + amountOf(line.gift).amount, 0n)
  const card = snapshot.payment.last4 ? t('card', { brand: brandName(snapshot.payment.brand), last4: snapshot.payment.last4 }) : snapshot.payment.method
  const blocks: Block[] = [
    { kind: 'text', text: t('salam') },
    { kind: 'amount', label: campaign, amount },
    {
      kind: 'facts',
      rows: [
        [t('campaign'), campaign],
        [t('organization'), organization],
        [t('date'), `${snapshot.givenOn.gregorian}\n${snapshot.givenOn.hijri}`],
        [t('number'), snapshot.number],
        [t('paid'), card],
      ],
    },
    {
      kind: 'facts',
      title: t('payment'),
      rows: [
        ...snapshot.lines.map((line) => [snapshot.lines.length > 1 ? line.campaign : t(line.isZakat ? 'zakatLine' : 'giftLine'), show(line.gift)] as const),
        ...(isNonZero(snapshot.coveredFee) ? [[t('coveredFee'), show(snapshot.coveredFee)] as const] : []),
        ...(isNonZero(snapshot.tip) ? [[t('tip'), show(snapshot.tip)] as const] : []),
        [t('total'), show(snapshot.total)],
      ],
    },
    ...(snapshot.lines.some((line) => line.isZakat) ? [{ kind: 'text', text: t('zakat') } as const] : []),
    ...(aided > 0n ? [{ kind: 'text', text: t('giftAid', { amount: formatMoney(money(aided / 4n, currency as Currency), locale), organization }) } as const] : []),
    {
      kind: 'facts',
      title: t(snapshot.kind),
      rows: [
        [t('issuedBy'), snapshot.issuer.name],
        [t('registration'), snapshot.issuer.registration],
        [t('placeOfIssue'), snapshot.issuer.postalAddress],
        ...(snapshot.donor.name ? [[t('donor'), donorLines(snapshot)] as const] : []),
        ...snapshot.lines.flatMap((line) => (line.eligible ? [[t('advantage'), show(line.advantage ?? '0')] as const, [t('eligible'), show(line.eligible)] as const] : [])),
        ...(snapshot.kind === 'official' && snapshot.issuer.signatory ? [[t('signatory'), snapshot.issuer.signatory] as const] : []),
      ],
    },
    ...(snapshot.sentences.length > 0 ? [{ kind: 'small', text: snapshot.sentences.join('\n') } as const] : []),
    ...(isNonZero(snapshot.tip) ? [{ kind: 'small', text: t('tipNote') } as const] : []),
    { kind: 'button', text: t('view'), url: of.campaignUrl },
  ]
  const { html, text } = mailLayout({ locale, productName: of.productName, title: firstName ? t('title', { name: firstName }) : t('title-nameless'), preheader: t('preheader', { amount, campaign, number: snapshot.number }), footer: t('footer'), blocks })
  return { subject: t('subject', { number: snapshot.number, amount, campaign }).replace(/[\r\n]+/g, ' '), html, plain: text }
}

const brandName = (brand: string | null): string => ({ visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' })[brand ?? ''] ?? 'Card'

function donorLines(snapshot: Snapshot): string {
  const address = snapshot.donor.address as { line1?: string; line2?: string; city?: string; state?: string; postalCode?: string; country?: string } | null
  const place = address ? [address.line1, address.line2, [address.city, address.state, address.postalCode].filter(Boolean).join(', '), address.country] : []
  return [snapshot.donor.name, ...place].filter(Boolean).join('\n')
}
