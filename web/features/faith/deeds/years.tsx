import { useText } from '#web/lib/text.tsx'

/** Links to the donor's other years. */
export function Years({ years, hijriYear }: { readonly years: readonly number[]; readonly hijriYear: number }) {
  const t = useText()
  const others = years.filter((year) => year !== hijriYear)
  if (others.length === 0) return null
  return (
    <nav className="deeds-years" aria-label={t('deeds.years')}>
      <span>{t('deeds.years')}</span>
      {others.map((year) => (
        <a key={year} className="num" href={`/deeds?hijriYear=${year}`}>
          {t('deeds.year', { year: String(year) })}
        </a>
      ))}
    </nav>
  )
}
