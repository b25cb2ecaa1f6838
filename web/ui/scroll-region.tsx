import type { ReactNode } from 'react'

/** A region for wide or long content that can be scrolled by keyboard (WCAG 2.1.1). */
export const ScrollRegion = ({
  label,
  className = '',
  children,
}: {
  readonly label: string
  readonly className?: string
  readonly children: ReactNode
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={`table-scroll ${className}`.trim()} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
)
