import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'

type Look = {
  /** `primary` is the one thing to do here, `danger` takes something away, `quiet` has no edge. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  icon?: ReactNode
  /** Only the icon is seen; `label` is what it is called. */
  label?: string
}

type Props = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean | undefined }

/** A button. While `busy` it cannot be pressed again and says so. */
export function Button({ kind = 'plain', icon, label, busy, className = '', children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`button ${kind} ${label ? 'icon-only' : ''} ${className}`}
      aria-label={label}
      title={label}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like a button, to a page of the app. */
export function ButtonLink({
  kind = 'plain',
  icon,
  label,
  href,
  children,
}: Look & { href: string; children?: ReactNode }) {
  return (
    <Link href={href} className={`button ${kind} ${label ? 'icon-only' : ''}`} aria-label={label} title={label}>
      {icon}
      {children}
    </Link>
  )
}
