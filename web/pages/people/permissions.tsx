import { useId } from 'react'
import { useMe } from '../../api/start.ts'
import { grantsOf, type Permissions, permissionGroups, roleOf, roles } from './permission_words.ts'

/** What somebody may do: a role, and every right by itself for who wants to see or change it. */
export function PermissionChoice({
  name,
  value,
  onChange,
}: {
  /** Whose permissions. */
  name: string
  value: Permissions
  onChange: (value: Permissions) => void
}) {
  const me = useMe()
  const id = useId()
  const { role, more } = roleOf(value)
  const exact = more === 0 ? role : undefined
  const offered = roles.filter(({ key }) => key !== 'administrator' || me.is_admin)
  return (
    <div className="form">
      <fieldset className="people-roles">
        <legend className="unseen">Role of {name}</legend>
        {offered.map((one) => (
          <label key={one.key} className="people-role">
            <input
              type="radio"
              name={id}
              checked={exact?.key === one.key}
              onChange={() => onChange({ ...value, ...grantsOf(one) })}
            />
            <span>
              <strong>{one.name}</strong>
              <small>{one.about}</small>
            </span>
          </label>
        ))}
        {!exact && (
          <label className="people-role">
            <input type="radio" name={id} checked readOnly />
            <span>
              <strong>{role ? `${role.name}, adjusted` : 'Own selection'}</strong>
              <small>{role ? `All of that, and ${more} more below.` : 'Just what is checked below.'}</small>
            </span>
          </label>
        )}
      </fieldset>
      {value.admin ? (
        <p className="quiet">
          An administrator needs no single rights.
          {!value.time_tracking && ' No time is recorded for this one.'}
        </p>
      ) : (
        <details className="people-rights">
          <summary>Every right by itself</summary>
          <div className="people-rights-groups">
            {permissionGroups.map((group) => (
              <fieldset key={group.name}>
                <legend>{group.name}</legend>
                {group.permissions.map(([key, words]) => (
                  <label key={key} className="people-right">
                    <input
                      type="checkbox"
                      checked={value[key] === true}
                      onChange={(event) => onChange({ ...value, [key]: event.target.checked })}
                    />
                    <span>{words}</span>
                  </label>
                ))}
              </fieldset>
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

/** What somebody may do, to read. */
export function PermissionWords({ value }: { value: Permissions }) {
  if (value.admin) return <p>Administrator: may do everything.</p>
  const granted = permissionGroups.flatMap(({ permissions }) => permissions.filter(([key]) => value[key]))
  return (
    <ul className="people-words">
      {granted.map(([key, words]) => (
        <li key={key}>{words}</li>
      ))}
    </ul>
  )
}
