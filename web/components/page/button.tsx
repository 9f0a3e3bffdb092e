import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link } from 'wouter'

type Look = {
  /** `primary` is the main action, `danger` is destructive, `quiet` has no border. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  icon?: ReactNode
  /** Makes it an icon-only button with this accessible name. */
  label?: string
}

type Props = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean | undefined }

/** A button. While `busy`, it is disabled and says so. */
export function Button({ kind = 'plain', icon, label, busy, className = '', children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`button ${kind} ${label ? 'icon-only' : ''} ${className}`}
      aria-label={label}
      aria-busy={busy || undefined}
      disabled={disabled || busy}
      {...rest}
    >
      {busy ? <span className="spinner" aria-hidden="true" /> : <Icon label={label}>{icon}</Icon>}
      {children}
    </button>
  )
}

/** A link to a page of the app that looks like a button. */
export function ButtonLink({
  kind = 'plain',
  icon,
  label,
  href,
  onClick,
  children,
}: Look & { href: string; onClick?: () => void; children?: ReactNode }) {
  return (
    <Link href={href} onClick={onClick} className={`button ${kind} ${label ? 'icon-only' : ''}`} aria-label={label}>
      <Icon label={label}>{icon}</Icon>
      {children}
    </Link>
  )
}

/** An icon, with the name of an icon-only button as its tooltip. On the button, a screen reader would say it twice. */
function Icon({ label, children }: { label: string | undefined; children: ReactNode }) {
  if (!label) return children
  return (
    <span className="button-icon" title={label} aria-hidden="true">
      {children}
    </span>
  )
}
