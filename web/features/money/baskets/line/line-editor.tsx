import { lazy, Suspense, useState } from 'react'
import { mayGiveAid, mayHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import type { Skipped } from '#modules/money/baskets/rules/split.ts'
import { useText } from '../../../../lib/text.tsx'
import { Skeleton } from '../../../../ui/small-parts.tsx'
import type { AddressData } from '../../../platform/addresses/address-data.ts'
import {
  type BasketData,
  type CampaignRules,
  fixedLevel,
  lacksAddress,
  type Line,
  type LineChange,
} from './basket-line.ts'
import type { Basket } from '../filling.ts'
import { EditLine } from './edit-line.tsx'
import { LineAmount, LineBadges, LineHead, LineOrder, LineZakat } from './line-parts.tsx'

/** Only where Gift Aid or a tax receipt is offered; the server writes it into the page all the same. */
const LineTax = lazy(() => import('./line-tax.tsx').then((module) => ({ default: module.LineTax })))

const asksTax = (line: Line, campaign: CampaignRules, { country }: BasketData): boolean =>
  line.isGiftAid || line.isTaxDeductible || mayGiveAid(country, campaign) || mayHaveTaxReceipt(country, campaign)

/** The name of the folded options of a line. */
function optionsLabel(hasZakat: boolean, hasTax: boolean) {
  if (hasZakat && hasTax) return 'basket-page.options-both'
  return hasZakat ? 'basket-page.options-zakat' : 'basket-page.options-tax'
}

type Props = {
  readonly line: Line
  readonly basketData: BasketData
  readonly version: number
  /** What it costs in this payment; undefined: it is not in it. */
  readonly quote?: Quote | undefined
  /** Why it is not in this payment. */
  readonly reason?: Skipped['reason'] | undefined
  readonly addressData: AddressData
  readonly errorOf: (id: string) => string | undefined
  readonly onChange: (change: LineChange) => void
  /** Saves at once what waits. */
  readonly onSave: () => Promise<Basket | undefined>
  /** The basket as the server last said it. */
  readonly standing: () => Basket
  /** The gift was changed in the drawer. */
  readonly onEdited: (basket: Basket) => void
}

/** One gift of the basket, edited in its place; without scripts it is a form of its own. */
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
  standing,
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
  // Closed it would hide the fields that are still to be filled in.
  const needsAddress = hasTax && lacksAddress(line, basketData)
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
          // A form in the drawer, which is elsewhere in the page, is none of this one's.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          void onSave()
        }}
      >
        <input type="hidden" name="line" value={id} />
        <input type="hidden" name="version" value={version} />
        <LineHead line={line} name={name} language={campaign?.language} imageUrl={campaign?.imageUrl} level={level} />
        <LineBadges line={line} />
        {reason && reason !== 'other-currency' ? (
          <p className="notice small">{t(`basket-page.skipped-${reason}`, { currency: line.currency })}</p>
        ) : null}
        {error ? <p className="error-text">{error}</p> : null}
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
                <LineZakat line={line} campaign={campaign} basketData={basketData} quote={quote} onChange={onChange} />
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
