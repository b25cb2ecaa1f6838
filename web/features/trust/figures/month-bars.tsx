import { dateTimeFormat } from '#shared/formats.ts'
import { dateTag, isRightToLeft } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'

export type MonthFigures = { readonly month: string; readonly received: number; readonly paidOut: number }

/** Places in the drawing, which is as wide as a phone so that its text is never smaller there. */
const width = 340
const plot = 130
const top = 30
const gap = 4

/** A picture of what was received and paid out in each month, oldest first. `labelledBy`: its text. */
export function MonthBars({
  months,
  hasPayouts,
  labelledBy,
}: {
  readonly months: readonly MonthFigures[]
  readonly hasPayouts: boolean
  readonly labelledBy: string
}) {
  const t = useText()
  const locale = useLocale()
  const highest = Math.max(1, ...months.flatMap(({ received, paidOut }) => [received, paidOut]))
  const heightOf = (amount: number) => Math.round((Math.max(0, amount) / highest) * plot)
  const step = width / months.length
  const barWidth = hasPayouts ? (step - gap * 2) / 2 : step - gap * 2
  // In a right-to-left page time goes from right to left, too.
  const isMirrored = isRightToLeft(locale)
  const x = (place: number, size: number) => (isMirrored ? width - place - size : place)
  const monthName = dateTimeFormat(dateTag(locale), { month: 'short', timeZone: 'UTC' })
  const legend = [
    ['received', t('trust.received')],
    ...(hasPayouts ? [['paid-out', t('trust.paid-out')]] : []),
  ] as const
  return (
    <svg className="figures-bars" viewBox={`0 0 ${width} ${top + plot + 24}`} role="img" aria-labelledby={labelledBy}>
      {legend.map(([name, text], index) => (
        <g key={name}>
          <rect className={`figures-bars-${name}`} x={x(index * 150, 10)} y={4} width={10} height={10} rx={2} />
          <text x={x(index * 150 + 16, 0)} y={13} direction={isMirrored ? 'rtl' : 'ltr'}>
            {text}
          </text>
        </g>
      ))}
      <line className="figures-bars-line" x1={0} x2={width} y1={top + plot + 0.5} y2={top + plot + 0.5} />
      {months.map(({ month, received, paidOut }, index) => {
        const start = index * step + gap
        return (
          <g key={month}>
            <rect
              className="figures-bars-received"
              x={x(start, barWidth)}
              y={top + plot - heightOf(received)}
              width={barWidth}
              height={heightOf(received)}
              rx={1.5}
            />
            {hasPayouts ? (
              <rect
                className="figures-bars-paid-out"
                x={x(start + barWidth + 1, barWidth)}
                y={top + plot - heightOf(paidOut)}
                width={barWidth}
                height={heightOf(paidOut)}
                rx={1.5}
              />
            ) : null}
            {index % 3 === months.length % 3 ? (
              <text x={x(start, 0)} y={top + plot + 18} direction={isMirrored ? 'rtl' : 'ltr'}>
                {monthName.format(new Date(`${month}-15T00:00:00Z`))}
              </text>
            ) : null}
          </g>
        )
      })}
    </svg>
  )
}
