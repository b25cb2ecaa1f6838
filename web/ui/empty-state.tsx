import type { ReactNode } from 'react'

export const EmptyState = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="empty">
    <svg
      width="72"
      height="72"
      viewBox="0 0 72 72"
      aria-hidden="true"
      style={{ marginInline: 'auto' }}
      fill="none"
      stroke="var(--ink-subtle)"
      strokeWidth="1.5"
    >
      <path d="M36 6l8.8 21.2L66 36l-21.2 8.8L36 66l-8.8-21.2L6 36l21.2-8.8z" />
      <rect x="15" y="15" width="42" height="42" />
    </svg>
    <p className="strong">{title}</p>
    {children}
  </div>
)
