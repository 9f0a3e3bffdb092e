import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import './back.css'

/** A link from a page to its parent page. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} state={{ moved: true }} className="back-link">
      <ChevronLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
