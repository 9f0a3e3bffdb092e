import { useId } from 'react'
import { useMe } from '../../api/start.ts'
import { t } from '../../language.ts'
import { grantsOf, type Permissions, permissionGroups, roleOf, roles, roleText } from './permission_words.ts'

/** A person's role and individual permissions, to see or change. */
export function PermissionChoice({
  name,
  value,
  onChange,
}: {
  /** The person's name. */
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
        <legend className="unseen">{t('Role of {name}', { name })}</legend>
        {offered.map((one) => (
          <label key={one.key} className="people-role">
            <input
              type="radio"
              name={id}
              checked={exact?.key === one.key}
              onChange={() => onChange({ ...value, ...grantsOf(one) })}
            />
            <span>
              <strong>{t(one.name)}</strong>
              <small>{t(one.about)}</small>
            </span>
          </label>
        ))}
        {!exact && (
          <label className="people-role">
            <input type="radio" name={id} checked readOnly />
            <span>
              <strong>{roleText(value)}</strong>
              <small>
                {role
                  ? t('Everything above, plus {count} more below.', { count: more })
                  : t('Only what’s selected below.')}
              </small>
            </span>
          </label>
        )}
      </fieldset>
      {value.admin ? (
        <p className="quiet">
          {t('Administrators have every permission.')}
          {!value.time_tracking && ` ${t('Time isn’t tracked for this person.')}`}
        </p>
      ) : (
        <details className="people-rights">
          <summary>{t('Individual permissions')}</summary>
          <div className="people-rights-groups">
            {permissionGroups.map((group) => (
              <fieldset key={group.name}>
                <legend>{t(group.name)}</legend>
                {group.permissions.map(([key, words]) => (
                  <label key={key} className="people-right">
                    <input
                      type="checkbox"
                      checked={value[key] === true}
                      onChange={(event) => onChange({ ...value, [key]: event.target.checked })}
                    />
                    <span>{t(words)}</span>
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

/** A person's role and permissions, read-only. */
export function PermissionWords({ value }: { value: Permissions }) {
  if (value.admin) return <p>{t('Administrator: can do everything.')}</p>
  const granted = permissionGroups.flatMap(({ permissions }) => permissions.filter(([key]) => value[key]))
  return (
    <ul className="people-words">
      {granted.map(([key, words]) => (
        <li key={key}>{t(words)}</li>
      ))}
    </ul>
  )
}
