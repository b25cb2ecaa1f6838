import { useEffect, useState } from 'react'
import { exponentOf, formatMoney, money } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { countUpAt, splitThousands } from './figures.ts'
import type { StoryData } from '../story-data.ts'

const countUpMs = 900
/** Longer amounts are set in a smaller font so that they fit in one line. */
const longAmount = 10

/** The year's total, which counts up unless `hasReducedMotion`. Screen readers get only the final value. */
export function Total({ data, hasReducedMotion }: { readonly data: StoryData; readonly hasReducedMotion: boolean }) {
  const t = useText()
  const locale = useLocale()
  const [elapsed, setElapsed] = useState(hasReducedMotion ? countUpMs : 0)
  useEffect(() => {
    if (hasReducedMotion) return
    const start = performance.now()
    let frame = requestAnimationFrame(function next(now) {
      setElapsed(Math.max(0, now - start))
      if (now - start < countUpMs) frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [hasReducedMotion])
  const isWhole = data.amount % 10 ** exponentOf(data.currency) === 0
  const write = (minor: number) => {
    const unit = 10 ** exponentOf(data.currency)
    const shown = isWhole ? Math.floor(minor / unit) * unit : minor
    return formatMoney(money(BigInt(shown), data.currency), locale, { fractions: isWhole ? 'auto' : 'always' })
  }
  const [thousands, remainder] = splitThousands(
    write(countUpAt(data.amount, hasReducedMotion ? countUpMs : elapsed, countUpMs)),
  )
  const sign = data.isApproximate ? '≈\u00a0' : ''
  const isLong = write(data.amount).length > longAmount
  return (
    <div className="deeds-total">
      <p className="visually-hidden">
        {t('deeds.total-label')} <bdi>{sign + write(data.amount)}</bdi> {data.currency}
      </p>
      <p className={`deeds-figure num${isLong ? ' deeds-long' : ''}`} aria-hidden="true">
        <bdi>
          {sign}
          {thousands ? <span className="deeds-thousands">{thousands}</span> : null}
          <span>{remainder}</span>
        </bdi>{' '}
        <bdi className="deeds-currency">{data.currency}</bdi>
      </p>
      <p className="deeds-lead">{t('deeds.across', { count: data.fundraisers })}</p>
      {data.isApproximate ? <p className="deeds-small">{t('deeds.approximate')}</p> : null}
    </div>
  )
}
