import { useText } from '#web/lib/text.tsx'

/** Explains what happens after zakat is given: paid out, distributed, reported, and what follows if it is late. */
export function ZakatSteps() {
  const t = useText()
  return (
    <section className="section" aria-labelledby="after">
      <h2 id="after">{t('zakat-home.after')}</h2>
      <ol className="zakat-home-steps">
        {(['received', 'paid', 'distributed', 'late'] as const).map((step) => (
          <li key={step} className="stack">
            <h3>{t(`zakat-home.after-${step}`)}</h3>
            <p className="quiet">{t(`zakat-home.after-${step}-text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
