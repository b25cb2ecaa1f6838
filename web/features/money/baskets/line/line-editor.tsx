import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isGiftAidOffered, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import type { SkippedItem } from '#modules/money/baskets/rules/split.ts'
import { useText } from '#web/lib/text.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import {
  type BasketData,
  type CampaignRules,
  donationOfLine,
  fixedLevel,
  isMissingAddress,
  type BasketLine,
  type LineChange,
} from './basket-line.ts'
import type { Basket } from '../basket-client.ts'
import { EditLine } from './edit-line.tsx'
import { LineAmount, LineHead, LineOrder, LineZakat } from './line-parts.tsx'

/** Loaded only if Gift Aid or a tax receipt is offered; the server renders it with the page. */
const LineTax = lazy(() => import('./line-tax.tsx').then((module) => ({ default: module.LineTax })))

const asksTax = (line: BasketLine, campaign: CampaignRules, { country }: BasketData): boolean =>
  line.isGiftAid || line.isTaxDeductible || isGiftAidOffered(country, campaign) || canHaveTaxReceipt(country, campaign)

/** Returns the label of a line's collapsed options. */
function optionsLabel(hasZakat: boolean, hasTax: boolean) {
  if (hasZakat && hasTax) return 'basket-page.options-both'
  return hasZakat ? 'basket-page.options-zakat' : 'basket-page.options-tax'
}

type Props = {
  readonly line: BasketLine
  readonly basketData: BasketData
  readonly version: number
  /** The line's price in this payment; undefined if it isn't part of it. */
  readonly quote?: Quote | undefined
  /** Why the line isn't part of this payment. */
  readonly reason?: SkippedItem['reason'] | undefined
  readonly addressData: AddressData
  readonly errorOf: (id: string) => string | undefined
  readonly onChange: (change: LineChange) => void
  /** Saves pending changes immediately. */
  readonly onSave: () => Promise<Basket | undefined>
  /** Returns the basket as last saved. */
  readonly savedBasket: () => Basket
  /** Called after the line was changed in the drawer. */
  readonly onEdited: (basket: Basket) => void
}

/** An editable line of the basket; without JavaScript, a form that is submitted on its own. */
export function LineEditor({
  line,
  basketData,
  version,
  quote,
  reason,
  addressData,
  errorOf,
  onChange,
  onSave,
  savedBasket,
  onEdited,
}: Props) {
  const t = useText()
  const { id } = line
  const campaign = basketData.campaigns[line.projectId]
  const level = campaign?.levels.find((candidate) => candidate.id === line.givingLevelId)
  const isFixed = fixedLevel(line, basketData) !== undefined
  const name = line.campaign?.name ?? t('basket-page.no-name')
  const [isOpen, setOpen] = useState(false)
  const hasZakat = campaign?.zakatVerified === true && !(level?.shares && !line.isZakat)
  const hasTax = campaign !== undefined && asksTax(line, campaign, basketData)
  // The options stay open while required address fields are empty.
  const needsAddress = hasTax && isMissingAddress(line, basketData)
  // A level's amount has no field, so the line shows its error.
  const error = errorOf(`line-${id}`) ?? (isFixed ? errorOf(`amount-${id}`) : undefined)
  return (
    <li className="basket-line" id={`line-${id}`} tabIndex={-1}>
      <form
        method="post"
        className="stack"
        noValidate
        // Browsers that restore field values on reload would change the saved basket.
        autoComplete="off"
        aria-labelledby={`name-${id}`}
        onSubmit={(event) => {
          // React events bubble from the drawer's form, which is a child in the React tree.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          void onSave()
        }}
      >
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name="version" value={version} />
        <LineHead line={line} name={name} language={campaign?.language} imageUrl={campaign?.imageUrl} level={level} />
        {reason && reason !== 'other-currency' ? (
          <p className="notice small">{t(`basket-page.skipped-${reason}`, { currency: line.currency })}</p>
        ) : null}
        {error ? <p className="error-text">{error}</p> : null}
        <LineFold line={line} level={level} isForcedOpen={needsAddress} errorOf={errorOf}>
          <div className="stack">
            <LineAmount line={line} name={name} level={level} isFixed={isFixed} errorOf={errorOf} onChange={onChange} />
            <LineOrder line={line} level={level} />
            {hasZakat || hasTax ? (
              <details
                className="basket-line-more"
                open={isOpen || needsAddress}
                onToggle={(event) => setOpen(event.currentTarget.open)}
              >
                <summary>{t(optionsLabel(hasZakat, hasTax))}</summary>
                <div className="stack">
                  {campaign && hasZakat ? (
                    <LineZakat
                      line={line}
                      campaign={campaign}
                      basketData={basketData}
                      quote={quote}
                      onChange={onChange}
                    />
                  ) : null}
                  {campaign && hasTax ? (
                    <Suspense fallback={<Skeleton block="3rem" />}>
                      <LineTax
                        line={line}
                        campaign={campaign}
                        basketData={basketData}
                        addressData={addressData}
                        errorOf={errorOf}
                        onChange={onChange}
                      />
                    </Suspense>
                  ) : null}
                </div>
              </details>
            ) : null}
            <div className="basket-line-acts">
              <EditLine line={line} flush={onSave} savedBasket={savedBasket} onDone={onEdited} />
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
          </div>
        </LineFold>
      </form>
    </li>
  )
}

/** What can be changed in a line. On phones it is one line with the amount until it is opened. */
function LineFold({
  line,
  level,
  isForcedOpen,
  errorOf,
  children,
}: Pick<Props, 'line' | 'errorOf'> & {
  readonly level: CampaignRules['levels'][number] | undefined
  readonly isForcedOpen: boolean
  readonly children: ReactNode
}) {
  const t = useText()
  const hasError = ['line', 'amount', 'quantity'].some((field) => errorOf(`${field}-${line.id}`))
  return (
    <Fold
      id={`edit-${line.id}`}
      label={line.quantity > 1 ? `${t('give.amount')} × ${line.quantity}` : t('give.amount')}
      value={<Amount minor={Number(donationOfLine(line, level).amount)} currency={line.currency} />}
      changeLabel={t('give.change')}
      needsAttention={isForcedOpen || hasError}
    >
      {children}
    </Fold>
  )
}
