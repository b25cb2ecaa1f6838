/**
 * A progress bar with the donor's own part in another tint. Hidden from screen readers, since the numbers are next to
 * it as text.
 */
export function Progress({ percent, ownPercent = 0 }: { readonly percent: number; readonly ownPercent?: number }) {
  const own = Math.max(0, Math.min(ownPercent, 100))
  const rest = Math.max(0, Math.min(percent, 100) - own)
  return (
    <div className="meter" aria-hidden="true">
      <span style={{ inlineSize: `${rest}%` }} />
      {own > 0 ? <span className="meter-own" style={{ inlineSize: `${own}%` }} /> : null}
    </div>
  )
}
