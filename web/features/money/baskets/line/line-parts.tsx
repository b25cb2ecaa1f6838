import { exponentOf, formatMoney, money } from '#shared/money.ts'
import { fieldText } from '#modules/money/giving/rules/amounts.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { isFullyZakatWhenCovered, ZakatNotesOfQuote } from '#web/features/money/giving/form/zakat-notes.tsx'
import { charityName } from '#modules/causes/campaigns/rules/charity-name.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import { quantityLabel } from '#web/features/money/giving/state/checkout-amounts.ts'
import { type BasketData, type CampaignRules, donationOfLine, type BasketLine, type LineChange } from './basket-line.ts'

type Level = CampaignRules['levels'][number]
type Editable = { readonly line: BasketLine; readonly onChange: (change: LineChange) => void }

/** The fundraiser's name, cover, charity and badges, and the amount. `language`: language of the name. */
export function LineHead({
  line,
  name,
  language,
  imageUrl,
  level,
}: {
  readonly line: BasketLine
  readonly name: string
  readonly imageUrl: string | undefined
  readonly level: Level | undefined
  readonly language: string | undefined
}) {
  const locale = useLocale()
  return (
    <div className="basket-line-head">
      {imageUrl ? <img src={`${imageUrl}&w=480`} alt="" width="480" height="270" loading="lazy" /> : null}
      <div>
        <h3 id={`name-${line.id}`}>
          {line.campaign ? (
            <a href={`/v4/campaign/${encodeURIComponent(line.campaign.slug)}`} lang={language} dir="auto">
              {name}
            </a>
          ) : (
            name
          )}
        </h3>
        {line.campaign ? (
          <p className="quiet small">
            <bdi>{charityName(line.campaign, locale)}</bdi>
          </p>
        ) : null}
        <LineBadges line={line} />
      </div>
      <p className="basket-line-total strong">
        <Amount minor={Number(donationOfLine(line, level).amount)} currency={line.currency} />{' '}
        <span className="quiet small">{line.currency}</span>
      </p>
    </div>
  )
}

/** The occasion and the names of a Qurbani order. */
export function LineOrder({ line, level }: { readonly line: BasketLine; readonly level: Level | undefined }) {
  const t = useText()
  if (!level?.shares) return null
  return (
    <p className="quiet small">
      {t(`give.qurbani-intention-${line.qurbaniIntention ?? 'qurbani'}`)}
      {line.qurbaniNames ? (
        <>
          <br />
          {t('give.qurbani-names')}: <bdi>{line.qurbaniNames.replaceAll('\n', ' · ')}</bdi>
        </>
      ) : null}
    </p>
  )
}

/** Badges for zakat, Gift Aid and tax receipt. */
function LineBadges({ line }: { readonly line: BasketLine }) {
  const t = useText()
  if (!line.isZakat && !line.isGiftAid && !line.isTaxDeductible) return null
  return (
    <p className="badges">
      {line.isZakat ? <Badge look="zakat">{t('basket-page.zakat')}</Badge> : null}
      {line.isGiftAid ? <Badge look="brand">{t('basket-page.gift-aid')}</Badge> : null}
      {line.isTaxDeductible ? <Badge>{t('basket-page.tax-receipt')}</Badge> : null}
    </p>
  )
}

/** The amount and quantity fields; a level with a fixed amount has only a quantity. */
export function LineAmount({
  line,
  name,
  level,
  isFixed,
  errorOf,
  onChange,
}: Editable & {
  readonly name: string
  readonly level: Level | undefined
  readonly isFixed: boolean
  readonly errorOf: (id: string) => string | undefined
}) {
  const t = useText()
  const locale = useLocale()
  const { id } = line
  const currency = line.currency
  const unit = 10 ** exponentOf(currency)
  return (
    <div className="basket-line-how">
      {isFixed && level ? (
        <p id={`amount-${id}`} tabIndex={-1}>
          <bdi className="strong">{level.title}</bdi>
          <br />
          <span className="quiet small">
            {t('basket-page.each', {
              amount: `\u2068${formatMoney(money(BigInt(line.amount), currency), locale, { fractions: 'auto' })}\u2069`,
            })}
          </span>
        </p>
      ) : (
        <AmountInput
          id={`amount-${id}`}
          label={level ? <bdi>{level.title}</bdi> : t('give.amount')}
          code={currency}
          value={line.refused?.amount ?? fieldText(money(BigInt(line.amount), currency))}
          onType={(typed) => onChange({ amount: Number(typed) * unit, refused: undefined })}
          error={errorOf(`amount-${id}`)}
          droppedNotice={t('shell.fraction-dropped')}
        />
      )}
      <QuantityStepper
        id={`quantity-${id}`}
        error={errorOf(`quantity-${id}`)}
        label={t(quantityLabel(level))}
        value={line.refused?.quantity ?? line.quantity}
        min={1}
        max={Math.min(99, Math.max(line.quantity, level?.remaining ?? 99))}
        onChange={(quantity) => onChange({ quantity, refused: undefined })}
        lessLabel={t('basket-page.less', { name })}
        moreLabel={t('basket-page.more', { name })}
      />
    </div>
  )
}

/** Whether the donation is zakat and whether the donor covers its fee. */
export function LineZakat({
  line,
  campaign,
  basketData,
  quote,
  onChange,
}: Editable & {
  readonly campaign: CampaignRules
  readonly basketData: BasketData
  /** The line's price in this payment; undefined if it isn't part of it. */
  readonly quote: Quote | undefined
}) {
  const t = useText()
  const { id } = line
  return (
    <div>
      <Checkbox
        id={`isZakat-${id}`}
        label={t('give.zakat')}
        checked={line.isZakat}
        onChange={(event) => onChange({ isZakat: event.target.checked })}
      />
      {line.isZakat && basketData.zakatVariant === 'maximize' ? (
        <Checkbox
          id={`maximizeZakat-${id}`}
          label={t('give.maximize')}
          hint={
            isFullyZakatWhenCovered({ ...basketData, ...campaign })
              ? t('basket-page.maximize-hint')
              : t('give.maximize-hint-own-fee')
          }
          checked={line.maximizeZakat}
          onChange={(event) => onChange({ maximizeZakat: event.target.checked })}
        />
      ) : null}
      <ZakatNotesOfQuote quote={quote} />
    </div>
  )
}
