import { useEffect, useId, useState } from 'react';
import type { AuthenticatorView } from '@dps/contract';
import { ErrorNotice, TextField, Typography, useFormikField, styled } from '@dps/ui';
import { CopyField } from '@dps/ui/copy-field';
import { LoadingNotice, Modal } from '@dps/ui/data';
import { toast } from '@dps/ui/toast';
import { encode } from 'uqr';
import { SubmitButton } from '../forms/buttons.tsx';
import { useValidatedForm } from '../forms/useValidatedForm.ts';
import { ValidatedForm } from '../forms/ValidatedForm.tsx';
import { securityApi } from '../security/security-api.ts';
import RecoveryCodesDialog from './RecoveryCodesDialog.tsx';
import { texts } from '../texts/second-factor.ts';

/** The white edge that readers need, in modules. */
const QUIET_ZONE = 4;

// Readers need dark modules on a light ground, also in the dark scheme.
const Picture = styled('svg')({
  display: 'block',
  width: '12rem',
  maxWidth: '100%',
  alignSelf: 'center',
  backgroundColor: 'white',
  color: 'black',
  forcedColorAdjust: 'none',
});

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Picture viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={modules.join('')} fill="currentColor" />
    </Picture>
  );
}

const { dialog: t } = texts;

/** The form with the first code of the app. `onConfirmed` receives the recovery codes. */
function useCodeForm(onConfirmed: (codes: readonly string[]) => void) {
  const [confirm] = securityApi.confirmSecondFactor.useMutation();
  return useValidatedForm({
    initialValues: { code: '' },
    check: ({ code }): Record<string, string> => (code.trim() ? {} : { code: t.missing }),
    send: async ({ code }) => {
      const { data, error } = await confirm({ code: code.trim() });
      if (data) {
        toast(t.done);
        onConfirmed(data.recoveryCodes);
      }
      return { error };
    },
  });
}

interface SecretProps {
  authenticator: AuthenticatorView;
  formId: string;
  form: ReturnType<typeof useCodeForm>;
}

/** The secret for the app, and the field for its first code. */
function SecretForm({ authenticator: { secret, address }, formId, form }: SecretProps) {
  const { failure, ...formik } = form;
  const code = useFormikField(formik, 'code', 'factor');
  return (
    <ValidatedForm formik={formik} id={formId} spacing={4}>
      <Typography>{t.scan}</Typography>
      <QrCode text={address} label={t.qr} />
      <CopyField label={t.secret} value={secret} />
      <TextField
        {...code}
        label={t.code}
        autoComplete="one-time-code"
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
        required
      />
      {failure !== undefined && <ErrorNotice error={failure} fallback={t.failed} />}
    </ValidatedForm>
  );
}

/** The dialog that sets up an authenticator app: its secret, its first code, and then the recovery codes. */
export default function SetUpDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const [start, { data, error }] = securityApi.startSecondFactor.useMutation();
  const [codes, setCodes] = useState<readonly string[]>();
  const form = useCodeForm(setCodes);
  useEffect(() => void start(), [start]);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Modal
      title={t.title}
      onClose={onClose}
      busy={form.isSubmitting}
      actions={
        data && (
          <SubmitButton form={formId} label={t.submit} busyLabel={t.submitting} busy={form.isSubmitting} />
        )
      }
    >
      {data ? (
        <SecretForm authenticator={data} formId={formId} form={form} />
      ) : error ? (
        <ErrorNotice error={error} fallback={t.failed} onRetry={() => void start()} />
      ) : (
        <LoadingNotice text={t.preparing} />
      )}
    </Modal>
  );
}
