import { lazy, Suspense } from 'react'
import { type Currency, exponentOf, formatMoney, money } from '#shared/money.ts'
import { mayGiveAid, mayHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import type { Skipped } from '#modules/money/baskets/rules/split.ts'
import { charityName } from '../../../causes/campaigns/charity-name.ts'
import { useLocale, useText } from '../../../../lib/text.tsx'
import { AmountInput } from '../../../../ui/amount-input.tsx'
import { Amount } from '../../../../ui/amount.tsx'
import { Checkbox } from '../../../../ui/field.tsx'
import { QuantityStepper } from '../../../../ui/quantity-stepper.tsx'
import { Badge, Skeleton } from '../../../../ui/small-parts.tsx'
import type { AddressFacts } from '../../../platform/addresses/address-facts.ts'
import { isMaximizedWhole, ZakatNotesOfQuote } from '../../giving/form/zakat-notes.tsx'
import { type BasketFacts, type CampaignFacts, fixedLevel, type Line, type LineChange } from './basket-line.ts'
import type { Basket } from '../filling.ts'
import { EditLine } from './edit-line.tsx'

/** Only where Gift Aid or a tax receipt is offered; the server writes it into the page all the same. */
const LineTax = lazy(() => import('./line-tax.tsx').then((module) => ({ default: module.LineTax })))

const asksTax = (line: Line, campaign: CampaignFacts, { country }: BasketFacts): boolean =>
  line.isGiftAid || line.isTaxDeductible || mayGiveAid(country, campaign) || mayHaveTaxReceipt(country, campaign)

type Props = {
  readonly line: Line
  readonly facts: BasketFacts
  readonly version: number
  /** What it costs in this payment; undefined: it is not in it. */
  readonly quote?: Quote | undefined
  /** Why it is not in this payment. */
  readonly reason?: Skipped['reason'] | undefined
  readonly addressFacts: AddressFacts
  readonly errorOf: (id: string) => string | undefined
  readonly onChange: (change: LineChange) => void
  /** Saves at once what waits. */
  readonly onSave: () => Promise<Basket | undefined>
  /** The basket as the server last said it. */
  readonly standing: () => Basket
  /** The gift was changed in the drawer. */
  readonly onEdited: (basket: Basket) => void
}

/** One gift of the basket, changed where it stands; without scripts it is a form of its own. */
export function LineEditor({
  line,
  facts,
  version,
  quote,
  reason,
  addressFacts,
  errorOf,
  onChange,
  onSave,
  standing,
  onEdited,
}: Props) {
  const t = useText()
  const locale = useLocale()
  const { id } = line
  const currency = line.currency as Currency
  const campaign = facts.campaigns[line.projectId]
  const level = campaign?.levels.find((each) => each.id === line.givingLevelId)
  const isFixed = fixedLevel(line, facts) !== undefined
  const unit = 10 ** exponentOf(currency)
  const name = line.campaign?.name ?? t('basket-page.no-name')
  // What is wrong with the amount of a level has no field to be said at.
  const error = errorOf(`line-${id}`) ?? (isFixed ? errorOf(`amount-${id}`) : undefined)
  return (
    <li className="basket-line" id={`line-${id}`} tabIndex={-1}>
      <form
        method="post"
        className="stack"
        noValidate
        // The basket keeps what is changed: a browser that brings back what it held would change it again.
        autoComplete="off"
        aria-labelledby={`name-${id}`}
        onSubmit={(event) => {
          // A form in the drawer, which stands elsewhere in the page, is none of this one's.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          void onSave()
        }}
      >
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name="version" value={version} />
        <div className="basket-line-head">
          <div>
            <h3 id={`name-${id}`}>
              {line.campaign ? (
                <a href={`/v4/campaign/${encodeURIComponent(line.campaign.slug)}`} lang={campaign?.language} dir="auto">
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
          </div>
          <p className="basket-line-total strong">
            <Amount minor={line.amount * line.quantity} currency={currency} />{' '}
            <span className="quiet small">{currency}</span>
          </p>
        </div>
        {line.isZakat || line.isGiftAid || line.isTaxDeductible ? (
          <p className="badges">
            {line.isZakat ? <Badge look="zakat">{t('basket-page.zakat')}</Badge> : null}
            {line.isGiftAid ? <Badge look="brand">{t('basket-page.gift-aid')}</Badge> : null}
            {line.isTaxDeductible ? <Badge>{t('basket-page.tax-receipt')}</Badge> : null}
          </p>
        ) : null}
        {reason ? <p className="notice small">{t(`basket-page.skipped-${reason}`, { currency })}</p> : null}
        {error ? <p className="error-text">{error}</p> : null}
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
              value={line.refused?.amount ?? String(Math.floor(line.amount / unit))}
              onType={(typed) => onChange({ amount: Number(typed) * unit, refused: undefined })}
              error={errorOf(`amount-${id}`)}
              droppedNotice={t('shell.fraction-dropped')}
            />
          )}
          <QuantityStepper
            id={`quantity-${id}`}
            error={errorOf(`quantity-${id}`)}
            label={t('give.quantity')}
            value={line.refused?.quantity ?? line.quantity}
            min={1}
            max={Math.min(99, Math.max(line.quantity, level?.remaining ?? 99))}
            onChange={(quantity) => onChange({ quantity, refused: undefined })}
            lessLabel={t('basket-page.less', { name })}
            moreLabel={t('basket-page.more', { name })}
          />
        </div>
        {campaign?.zakatVerified ? (
          <div>
            <Checkbox
              id={`isZakat-${id}`}
              label={t('give.zakat')}
              checked={line.isZakat}
              onChange={(event) => onChange({ isZakat: event.target.checked })}
            />
            {line.isZakat && facts.zakatVariant === 'maximize' ? (
              <Checkbox
                id={`maximizeZakat-${id}`}
                label={t('give.maximize')}
                hint={
                  isMaximizedWhole({ ...facts, ...campaign })
                    ? t('basket-page.maximize-hint')
                    : t('give.maximize-hint-own-fee')
                }
                checked={line.maximizeZakat}
                onChange={(event) => onChange({ maximizeZakat: event.target.checked })}
              />
            ) : null}
            <ZakatNotesOfQuote quote={quote} />
          </div>
        ) : null}
        {campaign && asksTax(line, campaign, facts) ? (
          <Suspense fallback={<Skeleton block="3rem" />}>
            <LineTax
              line={line}
              campaign={campaign}
              facts={facts}
              addressFacts={addressFacts}
              errorOf={errorOf}
              onChange={onChange}
            />
          </Suspense>
        ) : null}
        <div className="basket-line-acts">
          <EditLine line={line} flush={onSave} standing={standing} onDone={onEdited} />
          <button
            className="link-button"
            name="intent"
            value="remove"
            aria-label={t('basket-page.remove-of', { name })}
            onClick={(event) => {
              event.preventDefault()
              onChange({ isRemoved: true })
            }}
          >
            {t('basket-page.remove')}
          </button>
          <noscript>
            <button className="button button-quiet" name="intent" value="line">
              {t('basket-page.save')}
            </button>
          </noscript>
        </div>
      </form>
    </li>
  )
}
