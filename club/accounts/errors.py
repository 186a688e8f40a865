"""Refusals about invitations, roles, helper passes and tokens, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class RoleNotYours(ClubError):
    """Grant or revocation of a role beyond the actor's own. Facts: role, who."""

    code = "role_not_yours"
    status = 403
    what = _("You cannot grant or revoke this role: %(role)s.")
    next_step = _("Ask a club owner to do this.")


class NoSuchAccount(NotFound):
    """No account has this address. Facts: email."""

    code = "no_such_account"
    what = _("No account has the address %(email)s.")
    next_step = _("Check the address.")


class LastOwner(ClubError):
    code = "last_owner"
    what = _("This is the last owner of %(club)s.")
    next_step = _("Give the owner role to another person first.")


class GrantIsOver(ClubError):
    """Role that was revoked already. Facts: role, who."""

    code = "grant_is_over"
    what = _("This role was already revoked.")
    next_step = _("Reload the page to see the current roles.")


class UnknownAccount(InvalidInput):
    code = "unknown_account"
    what = _("No account uses the address %(email)s.")
    next_step = _("Invite that person; the role is granted when the invitation is accepted.")


class UnknownPass(NotFound):
    code = "unknown_pass"
    what = _("No helper pass has this code.")
    next_step = _("Check the eight digits, or scan the code on the sheet again.")


class PassOver(ClubError):
    code = "pass_over"
    what = _("The helper pass “%(label)s” was already revoked.")
    next_step = _("No action is needed: its phone no longer has access.")


class PassTooLong(InvalidInput):
    code = "pass_too_long"
    what = _("A helper pass must expire in the future, at most %(days)s days from now.")
    next_step = _("Choose an earlier end date, and create a new pass for the next event.")


class BoardsOutOfOrder(InvalidInput):
    code = "boards_out_of_order"
    what = _("Board %(last)s is lower than board %(first)s.")
    next_step = _("Enter the lower board first.")


class TooManyGuesses(ClubError):
    code = "too_many_guesses"
    status = 429
    what = _("Too many wrong codes were entered.")
    next_step = _("Wait %(seconds)s seconds, or scan the code on the sheet instead.")


class AbilityNotYours(ClubError):
    code = "ability_not_yours"
    status = 403
    what = _("A token cannot have a permission that you do not have: %(abilities)s.")
    next_step = _("Untick it, or ask a club owner for the role first.")


class UnknownToken(NotFound):
    code = "unknown_token"
    what = _("You have no such token.")
    next_step = _("Reload the page to see your tokens.")


class TokenIsOver(ClubError):
    code = "token_is_over"
    what = _("The token “%(name)s” is no longer valid.")
    next_step = _("No action is needed: it no longer works.")


class TokenTooLong(InvalidInput):
    code = "token_too_long"
    what = _("A token must expire within %(days)s days.")
    next_step = _("Choose a shorter period, and create a new token later.")


class InvitationIsOpen(ClubError):
    code = "invitation_is_open"
    what = _("This invitation to %(club)s is not revoked, or is open again.")
    next_step = _("No action is needed: it can be accepted.")


class UnknownInvitation(NotFound):
    code = "unknown_invitation"
    what = _("This invitation does not exist.")
    next_step = _(
        "Open the complete link from the email, or scan the code again. Otherwise ask for a new invitation."
    )


class InvitationExpired(ClubError):
    code = "invitation_ended"
    status = 410
    what = _("This invitation to %(club)s has expired.")
    next_step = _("Ask the person who invited you for a new one.")


class InvitationRevoked(ClubError):
    code = "invitation_taken_back"
    status = 410
    what = _("This invitation to %(club)s has been revoked.")
    next_step = _("Ask the person who invited you for the reason, and for a new one.")


class InvitationUsed(ClubError):
    """Invitation that was accepted; it is valid once. Facts: club."""

    code = "invitation_used"
    status = 410
    what = _("This invitation to %(club)s has already been accepted; it can be used only once.")
    next_step = _("If you accepted it, sign in with that account. Otherwise ask for a new one.")


class InviterMayNoLonger(ClubError):
    code = "inviter_may_no_longer"
    status = 410
    what = _("The person who created this invitation to %(club)s can no longer grant this role.")
    next_step = _("Ask a club owner for a new one.")


class SetUpAlready(ClubError):
    code = "set_up_already"
    what = _("This site already has an owner.")
    next_step = _("Sign in, or ask the owner for an invitation.")


class ClubNameTaken(ClubError):
    """Facts: name."""

    code = "club_name_taken"
    what = _("This site already has a club named “%(name)s”.")
    next_step = _("Choose another name, or open that club.")
