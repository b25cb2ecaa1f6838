import type { ReactNode } from 'react'

export const EmptyState = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="empty">
    <p className="strong">{title}</p>
    {children}
  </div>
)
