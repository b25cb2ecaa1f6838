import { one } from '#shared/collections.ts'
import { add, toMajor } from '#shared/money.ts'
import { isRightToLeft, type Locale } from '#shared/text.ts'
import { catalogueOf } from '#shared/texts/catalogue.ts'
import { locales } from '#shared/texts/locales.ts'
import { firstNameOf } from '#modules/platform/identity/rules/name.ts'
import { type Block, type MailContent } from '#modules/platform/notifications/index.ts'
import type { ReceiptBrand } from './brand.ts'
import type { ReceiptSnapshot } from './rules/snapshot.ts'
import { zakatOf } from './rules/snapshot-line.ts'
import {
  addressLines,
  dayLines,
  fieldRows,
  isNonZero,
  lineLabel,
  noteTexts,
  paidWith,
  type ReceiptTextRow,
  type Formatter,
  formatterFor,
  totalKey,
} from './receipt-rows.ts'

/** Links for a donor that work without logging in. */
export type MailLinks = {
  /** Set for a donation of a plan. */
  readonly plan?: PlanLinks | undefined
  /** Set for a duplicate of a donation with the same email minutes before: the link to refund it (refunds-8). */
  readonly refundUrl?: string | undefined
  readonly taxAddress?: TaxAddressLink | undefined
}

/** Links to pause or cancel a plan, and to report that the reader isn't the guest who started it. */
export type PlanLinks = { readonly manage: string; readonly notMe: string | undefined }

/** The link to add the home address that a receipt lacks, and its purpose. */
export type TaxAddressLink = {
  readonly url: string
  /** Whether the donor requested that purpose. */
  readonly isAwaited: boolean
  /** True for Gift Aid; otherwise for a receipt with the address. */
  readonly isGiftAid: boolean
}

type ReceiptMailOptions = MailLinks & {
  /** The charity's brand; absent for the platform's. */
  readonly own?: ReceiptBrand | undefined
  readonly locale: Locale
  readonly productName: string
  readonly campaignUrl: string
  /** Opens the receipt without an account; absent in a mail whose main action is another. */
  readonly receiptUrl?: string
  /** Opens the trails of the receipt's donations without an account; absent where charities aren't paid out. */
  readonly trailUrl?: string
}

/** Builds the email from the receipt's frozen snapshot, so that a copy years later has the same figures. */
export function receiptMailContent(
  snapshot: ReceiptSnapshot,
  receiptMailOptions: ReceiptMailOptions,
): { readonly subject: string; readonly content: MailContent } {
  const formatter = formatterFor(snapshot, receiptMailOptions.locale)
  const { t } = formatter
  const amount = formatter.short(formatter.amountOf(snapshot.gift))
  const campaign = [...new Set(snapshot.lines.map((line) => line.campaign))].join(', ')
  const firstName = firstNameOf(snapshot.donor.name)
  const content: MailContent = {
    locale: receiptMailOptions.locale,
    productName: receiptMailOptions.productName,
    ...(receiptMailOptions.own ? { brand: receiptMailOptions.own.brand } : {}),
    title: firstName ? t('title', { name: firstName }) : t('title-without-name'),
    preheader: t('preheader', { amount, campaign, number: snapshot.number }),
    footer: t('footer'),
    blocks: [
      ...(snapshot.replaces
        ? [{ kind: 'text', text: t('replaced', { old: snapshot.replaces.number }) } as const]
        : [thankYouBlock(receiptMailOptions, t('salam'))]),
      { kind: 'amount', label: givenOf(snapshot, campaign), amount },
      ...(receiptMailOptions.receiptUrl === undefined
        ? []
        : [{ kind: 'button', text: t('view-receipt'), url: receiptMailOptions.receiptUrl } as const]),
      ...trailLinkOf(receiptMailOptions, formatter),
      ...refundLinkOf(receiptMailOptions, formatter),
      ...taxAddressLinkOf(receiptMailOptions, formatter),
      { kind: 'facts', rows: donationRows(snapshot, formatter, campaign) },
      { kind: 'facts', title: t('adds-up'), rows: sumRows(snapshot, formatter) },
      ...notes(snapshot, formatter),
      { kind: 'facts', title: t(snapshot.kind), rows: receiptRows(snapshot, formatter) },
      ...smallPrint(snapshot, formatter),
      {
        kind: receiptMailOptions.receiptUrl === undefined ? 'button' : 'link',
        text: t('view'),
        url: receiptMailOptions.campaignUrl,
      },
      ...planLinksOf(receiptMailOptions, formatter),
    ],
  }
  // A header must be one line, whatever the campaign's name is.
  return {
    subject: t(snapshot.replaces ? 'replaced-subject' : 'subject', {
      number: snapshot.number,
      amount,
      campaign,
    }).replace(/\s+/g, ' '),
    content,
  }
}

/**
 * Builds one email with the receipts of several charities for one payment: the total, then each charity's part. Needs
 * at least two receipts of one donor, currency and payment.
 */
export function receiptsMailContent(
  receipts: readonly { readonly snapshot: ReceiptSnapshot; readonly receiptUrl: string; readonly trailUrl?: string }[],
  receiptMailOptions: Omit<ReceiptMailOptions, 'campaignUrl' | 'receiptUrl' | 'trailUrl'>,
): { readonly subject: string; readonly content: MailContent } {
  const snapshots = receipts.map(({ snapshot }) => snapshot)
  const first = one(snapshots)
  const { t, short, exact, amountOf } = formatterFor(first, receiptMailOptions.locale)
  const sum = (part: 'gift' | 'coveredFee' | 'tip' | 'total') =>
    toMajor(snapshots.map((snapshot) => amountOf(snapshot[part])).reduce(add))
  const together = { amount: short(amountOf(sum('gift'))), count: snapshots.length }
  const firstName = firstNameOf(first.donor.name)
  const lines = snapshots.flatMap((snapshot) => snapshot.lines)
  const content: MailContent = {
    locale: receiptMailOptions.locale,
    productName: receiptMailOptions.productName,
    title: firstName ? t('title', { name: firstName }) : t('title-without-name'),
    preheader: t('preheader-many', together),
    footer: t('footer'),
    blocks: [
      { kind: 'text', text: t('salam-many') },
      { kind: 'amount', label: t('charities', together), amount: together.amount },
      ...taxAddressLinkOf(receiptMailOptions, {
        t,
        organization: formatterFor(first, receiptMailOptions.locale).organization,
      }),
      {
        kind: 'facts',
        rows: [
          [t('date'), dayLines(first.givenOn)],
          [t('paid'), paidWith(first.payment, t)],
          ...snapshots.flatMap(fieldRows),
        ],
      },
      {
        kind: 'facts',
        title: t('adds-up'),
        rows: [
          ...lines.map((line): ReceiptTextRow => [lineLabel(line, lines.length, t), exact(line.gift)]),
          ...(isNonZero(sum('coveredFee')) ? [[t('covered-fee'), exact(sum('coveredFee'))] as const] : []),
          ...(isNonZero(sum('tip')) ? [[t('tip'), exact(sum('tip'))] as const] : []),
          [t(totalKey(first)), exact(sum('total'))],
        ],
      },
      ...receipts.flatMap(({ snapshot, ...urls }): Block[] => {
        const formatter = formatterFor(snapshot, receiptMailOptions.locale)
        const own: ReceiptTextRow[] = [
          [t('number'), snapshot.number],
          ...snapshot.lines.map((line): ReceiptTextRow => [lineLabel(line, lines.length, t), exact(line.gift)]),
        ]
        return [
          {
            kind: 'facts',
            title: `${t(snapshot.kind)}: ${formatter.organization}`,
            rows: [...own, ...receiptRows(snapshot, formatter)],
          },
          { kind: 'link', text: t('view-receipt'), url: urls.receiptUrl },
          ...trailLinkOf(urls, { t }),
          ...notes(snapshot, formatter),
          ...smallPrint({ ...snapshot, tip: '0' }, formatter),
        ]
      }),
      ...(isNonZero(sum('tip')) ? [{ kind: 'small', text: t('tip-note') } as const] : []),
      ...planLinksOf(receiptMailOptions, { t }),
    ],
  }
  return { subject: t('subject-many', together).replace(/\s+/g, ' '), content }
}

/** The label of a Qurbani order in each language; a snapshot has that of its receipt. */
const isOrderLabel = (label: string): boolean =>
  locales.some((locale) => catalogueOf('money/donation-fields', locale).qurbaniOrder === label)

/** Returns what was given: the ordered Qurbani item, otherwise the fundraiser. */
const givenOf = ({ donor }: ReceiptSnapshot, campaign: string): string =>
  donor.fields?.find(({ label }) => isOrderLabel(label))?.text ?? campaign

/** Returns the charity's thank-you text, or ours. */
const thankYouBlock = ({ own }: Pick<ReceiptMailOptions, 'own'>, ours: string): Block =>
  own?.thanks ? { kind: 'text', text: own.thanks, isTheirs: true } : { kind: 'text', text: ours }

const planLinksOf = ({ plan }: Pick<ReceiptMailOptions, 'plan'>, { t }: Pick<Formatter, 't'>): Block[] =>
  plan
    ? [
        { kind: 'link', text: t('manage'), url: plan.manage },
        ...(plan.notMe === undefined ? [] : [{ kind: 'link', text: t('not-me'), url: plan.notMe } as const]),
      ]
    : []

const trailLinkOf = ({ trailUrl }: Pick<ReceiptMailOptions, 'trailUrl'>, { t }: Pick<Formatter, 't'>): Block[] =>
  trailUrl === undefined ? [] : [{ kind: 'link', text: t('view-trail'), url: trailUrl }]

const refundLinkOf = ({ refundUrl }: MailLinks, { t }: Pick<Formatter, 't'>): Block[] =>
  refundUrl
    ? [
        { kind: 'text', text: t('duplicate') },
        { kind: 'link', text: t('duplicate-refund'), url: refundUrl },
      ]
    : []

/** Returns the link to add an address, with a separate sentence for each purpose. */
function taxAddressLinkOf(
  { taxAddress }: MailLinks,
  { t, organization }: Pick<Formatter, 't' | 'organization'>,
): Block[] {
  if (!taxAddress) return []
  const { url, isAwaited, isGiftAid } = taxAddress
  const wanted = `${isAwaited ? 'awaited' : 'offered'}-${isGiftAid ? 'gift-aid' : 'receipt'}` as const
  return [
    { kind: 'text', text: t(`address-${wanted}`, { organization }) },
    { kind: 'link', text: t(isGiftAid && !isAwaited ? 'address-add-gift-aid' : 'address-add'), url },
  ]
}

/** A general fund has its charity's name, which is written once, in the mail's language. */
const recipientRows = (
  { issuer }: ReceiptSnapshot,
  { t, organization }: Formatter,
  campaign: string,
): ReceiptTextRow[] =>
  campaign === issuer.name || campaign === issuer.nameAr
    ? [[t('campaign'), organization]]
    : [
        [t('campaign'), campaign],
        [t('organization'), organization],
      ]

const donationRows = (snapshot: ReceiptSnapshot, formatter: Formatter, campaign: string): ReceiptTextRow[] => [
  ...recipientRows(snapshot, formatter, campaign),
  ...fieldRows(snapshot),
  [formatter.t('date'), dayLines(snapshot.givenOn)],
  [formatter.t('number'), snapshot.number],
  ...(snapshot.replaces ? [[formatter.t('replaces'), snapshot.replaces.number] as const] : []),
  [formatter.t('paid'), paidWith(snapshot.payment, formatter.t)],
]

const sumRows = (snapshot: ReceiptSnapshot, { t, exact }: Formatter): ReceiptTextRow[] => [
  ...snapshot.lines.map((line): ReceiptTextRow => [lineLabel(line, snapshot.lines.length, t), exact(line.gift)]),
  ...(isNonZero(snapshot.coveredFee) ? [[t('covered-fee'), exact(snapshot.coveredFee)] as const] : []),
  ...(isNonZero(snapshot.tip) ? [[t('tip'), exact(snapshot.tip)] as const] : []),
  [t(totalKey(snapshot)), exact(snapshot.total)],
]

const notes = (snapshot: ReceiptSnapshot, formatter: Formatter): Block[] =>
  noteTexts(snapshot, formatter).map((text) => ({ kind: 'text', text }))

function receiptRows(
  { issuer, donor, kind, lines, currency, eligible, placeOfIssue, issuedOn, givenOn }: ReceiptSnapshot,
  { t, exact, locale }: Formatter,
): ReceiptTextRow[] {
  const advantages = lines.filter((line) => line.advantage !== undefined && isNonZero(line.advantage))
  const zakat = zakatOf(lines, currency)
  const isIssuedLater = issuedOn.date !== givenOn.date
  return [
    [t('issuer'), issuer.name],
    [t('registration'), issuer.registration],
    [t('address'), issuer.postalAddress],
    ...(donor.name ? [[t('donor'), [donor.name, ...addressLines(donor.address, locale)].join('\n')] as const] : []),
    ...advantages.map((line): ReceiptTextRow => [
      lines.length > 1 ? `${t('advantage')} (${line.campaign})` : t('advantage'),
      [exact(line.advantage!), line.advantageOf].filter(Boolean).join('\n'),
    ]),
    ...(zakat === null ? [] : [[t('zakat-eligible'), exact(zakat)] as const]),
    ...(eligible !== null ? [[t('eligible'), exact(eligible)] as const] : []),
    ...(placeOfIssue ? [[t('place'), placeOfIssue] as const] : []),
    ...(kind === 'official' && (placeOfIssue || isIssuedLater) ? [[t('issued'), dayLines(issuedOn)] as const] : []),
    ...(kind === 'official' && issuer.signatory ? [[t('signatory'), issuer.signatory] as const] : []),
  ]
}

/** Returns the legal sentences in their own language. In a right-to-left page each is isolated (U+2066, U+2069). */
function smallPrint({ sentences, tip }: ReceiptSnapshot, { t, locale }: Formatter): Block[] {
  const apart = (sentence: string) => (isRightToLeft(locale) ? `\u2066${sentence}\u2069` : sentence)
  return [
    ...(sentences.length > 0 ? [sentences.map(apart).join('\n')] : []),
    ...(isNonZero(tip) ? [t('tip-note')] : []),
  ].map((text) => ({
    kind: 'small',
    text,
  }))
}
