/** The logo, an ear of grain: seven pairs of grains on a stalk (Qur'an 2:261). */
export function EarOfGrain({ size = 28 }: { size?: number }) {
  const grains = Array.from({ length: 4 }, (_, row) => 26 - row * 5.4)
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 31V9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
      {grains.map((y, index) =>
        index === 3 ? (
          <ellipse key={y} cx="16" cy="6" rx="2.7" ry="5" fill="var(--accent)" />
        ) : (
          <g key={y} fill="currentColor">
            <ellipse cx="11.4" cy={y - 4} rx="2.5" ry="4.6" transform={`rotate(-34 11.4 ${y - 4})`} />
            <ellipse cx="20.6" cy={y - 4} rx="2.5" ry="4.6" transform={`rotate(34 20.6 ${y - 4})`} />
          </g>
        ),
      )}
    </svg>
  )
}
