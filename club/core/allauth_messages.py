"""Texts of django-allauth on our pages, marked for our catalogue: allauth has none for plain Portuguese.

Its forms and refusals look these texts up at run time; the translations began as its own (MIT licence).
"""

from typing import Final

from django.utils.translation import gettext_noop

BORROWED: Final = (
    gettext_noop("This account is currently inactive."),
    gettext_noop("You cannot remove your primary email address."),
    gettext_noop("This email address is already associated with this account."),
    gettext_noop("The email address and/or password you specified are not correct."),
    gettext_noop("A user is already registered with this email address."),
    gettext_noop("Please type your current password."),
    gettext_noop("Incorrect code."),
    gettext_noop("Incorrect password."),
    gettext_noop("Invalid or expired key."),
    gettext_noop("Invalid login."),
    gettext_noop("The password reset token was invalid."),
    gettext_noop("You cannot add more than %d email addresses."),
    gettext_noop("Too many failed login attempts. Try again later."),
    gettext_noop("The email address is not assigned to any user account."),
    gettext_noop("Your primary email address must be verified."),
    gettext_noop("Please select only one."),
    gettext_noop("The new value must be different from the current one."),
    gettext_noop("Be patient, you are sending too many requests."),
    gettext_noop("Use your password"),
    gettext_noop("Use authenticator app or code"),
    gettext_noop("Use a security key"),
    gettext_noop("Accounts"),
    gettext_noop("Email"),
    gettext_noop("Email address"),
    gettext_noop("Phone"),
    gettext_noop("You must type the same password each time."),
    gettext_noop("Password"),
    gettext_noop("Remember Me"),
    gettext_noop("Forgot your password?"),
    gettext_noop("Email (again)"),
    gettext_noop("Email address confirmation"),
    gettext_noop("Email (optional)"),
    gettext_noop("You must type the same email each time."),
    gettext_noop("Password (again)"),
    gettext_noop("Current Password"),
    gettext_noop("New Password"),
    gettext_noop("New Password (again)"),
    gettext_noop("Code"),
    gettext_noop("You cannot add an email address to an account protected by two-factor authentication."),
    gettext_noop("You cannot deactivate two-factor authentication."),
    gettext_noop("You cannot generate recovery codes without having two-factor authentication enabled."),
    gettext_noop("You cannot activate two-factor authentication until you have verified your email address."),
    gettext_noop("Master key"),
    gettext_noop("Backup key"),
    gettext_noop("Key nr. {number}"),
    gettext_noop("Authenticator code"),
    gettext_noop("Passwordless"),
    gettext_noop(
        "Enabling passwordless operation allows you to sign in using just this key, but "
        "imposes additional requirements such as biometrics or PIN protection."
    ),
)
