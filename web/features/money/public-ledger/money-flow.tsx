import type { Currency } from '#shared/currencies.ts'
import { formatMoney, money } from '#shared/money.ts'
import { isRightToLeft } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { layOutFlow } from './flow-layout.ts'

export type FlowFigures = {
  readonly received: number
  readonly fees: number
  readonly paidOut: number
  readonly waiting: number
}

/** Places in the drawing, which is as wide as a phone so that its text is never smaller there. */
const width = 340
const bar = 12
const middle = 118
const top = 46
const labelX = middle + 2 * bar

/** A picture of what was received and where it is now, with its amounts as text. */
export function MoneyFlow({ figures, currency }: { readonly figures: FlowFigures; readonly currency: Currency }) {
  const t = useText()
  const locale = useLocale()
  const amount = (minor: number) => formatMoney(money(BigInt(minor), currency), locale, { fractions: 'auto' })
  const { parts, height } = layOutFlow(
    [
      { name: 'paid-out', amount: figures.paidOut },
      { name: 'waiting', amount: figures.waiting },
      { name: 'fees', amount: figures.fees },
    ] as const,
    150,
  )
  if (parts.length === 0) return null
  const received = parts.reduce((sum, part) => sum + part.height, 0)
  // In a right-to-left page the drawing is mirrored, and each text keeps its own direction.
  const isMirrored = isRightToLeft(locale)
  const x = (place: number) => (isMirrored ? width - place : place)
  const box = (place: number) => (isMirrored ? width - place - bar : place)
  return (
    <svg
      className="public-ledger-flow-picture"
      viewBox={`0 0 ${width} ${top + height}`}
      role="img"
      aria-labelledby="money-flow-text"
      direction={isMirrored ? 'rtl' : 'ltr'}
    >
      <text className="public-ledger-flow-picture-name" x={x(0)} y={14}>
        {t('public-ledger.received')}
      </text>
      <text className="public-ledger-flow-picture-amount" x={x(0)} y={34}>
        {amount(figures.received)}
      </text>
      <rect className="public-ledger-flow-picture-received" x={box(0)} y={top} width={bar} height={received} rx={2} />
      {parts.map((part) => {
        const [start, end] = [top + part.from, top + part.to]
        const label = top + part.to + Math.min(Math.max(part.height / 2, 12), part.height + 12)
        const curve = (a: number, b: number) => `C ${x(middle / 2)} ${a} ${x(middle / 2)} ${b}`
        return (
          <g key={part.name} className={`public-ledger-flow-picture-${part.name}`}>
            <path
              className="public-ledger-flow-picture-band"
              d={`M ${x(bar)} ${start} ${curve(start, end)} ${x(middle)} ${end} V ${end + part.height} ${curve(end + part.height, start + part.height)} ${x(bar)} ${start + part.height} Z`}
            />
            <rect x={box(middle)} y={end} width={bar} height={part.height} rx={1.5} />
            <text className="public-ledger-flow-picture-name" x={x(labelX)} y={label - 4}>
              {t(`public-ledger.${part.name}`)}
            </text>
            <text className="public-ledger-flow-picture-amount" x={x(labelX)} y={label + 15}>
              {amount(part.amount)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
