import { useParams } from 'wouter'
import { Balances } from './balances.tsx'
import { Policies } from './policies.tsx'

/** Paid time off for administrators: how it accrues, and how much people have left. */
export default function PtoPage() {
  const { part } = useParams<{ part?: string }>()
  return part === 'balances' ? <Balances /> : <Policies />
}
